//! A small assembler for programs in tests and benchmarks.
//!
//! ```text
//! fn name(i32, i32) -> (i32) stream=0
//! %2 = tfrt.add.i32 %0 %1 : i32 stream=1
//! %3 = tfrt.constant.i32 #7 : i32
//! %4 = tfrt.call %3 @other : i32
//! return %4
//! ```
//! Registers are numbered: arguments, then results in textual order. `region(...)` is a function without a name, referred
//! to by its number `@#n`. `native` and `sync` before `fn` say the kind.

use tfrt_bef::*;

fn types(writer: &mut BefWriter, text: &str) -> Vec<TypeIx> {
    let names = text.trim().trim_start_matches('(').trim_end_matches(')').split(',').map(str::trim);
    names
        .filter(|name| !name.is_empty())
        .map(|name| writer.type_named(name, TypeCode::of_name(name)).expect("few types"))
        .collect()
}

/// Assembles a program.
pub(crate) fn assemble(text: &str) -> Vec<u8> {
    let mut w = BefWriter::new(WriteOptions { optional_sections: true, locations: true });
    let file = w.string("test.mlir").expect("few strings");
    let mut names: Vec<String> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split("//").next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let location = w.file_location(file, number as u32 + 1, 1);
        let (line, stream) = match line.rsplit_once("stream=") {
            Some((line, stream)) => (line.trim(), stream.trim().parse().expect("a stream")),
            None => (line, 0),
        };
        if let Some(results) = line.strip_prefix("return") {
            let results: Vec<u32> = results.split_whitespace().map(register).collect();
            w.end_function(&results).expect("a good function");
        } else if let Some((head, rest)) =
            line.split_once('(').filter(|(head, _)| head.contains("fn ") || *head == "region")
        {
            let (args, results) = rest.split_once("->").unwrap_or((rest, ""));
            let (arg_types, result_types) = (types(&mut w, args), types(&mut w, results));
            let name = head.split_whitespace().last().filter(|name| *name != "region").unwrap_or("");
            let kind = match head.split_whitespace().next() {
                Some("native") => FunctionKind::Native,
                Some("sync") => FunctionKind::Sync,
                _ => FunctionKind::Async,
            };
            let spec = FunctionSpec {
                name,
                kind,
                arg_types: &arg_types,
                result_types: &result_types,
                root_stream: stream,
                location,
            };
            names.push(name.to_owned());
            if kind == FunctionKind::Native {
                w.add_native(&spec).expect("a good function");
            } else {
                w.begin_function(&spec).expect("a good function");
            }
        } else {
            let (_, line) = line
                .split_once('=')
                .filter(|(left, _)| left.trim_start().starts_with('%'))
                .unwrap_or(("", line));
            let (line, result_types) = line.split_once(" : ").unwrap_or((line, ""));
            let result_types = types(&mut w, result_types);
            let mut words = line.split_whitespace();
            let code = w.kernel_name(words.next().expect("a kernel")).expect("few kernels");
            let (mut operands, mut attrs, mut functions) = (Vec::new(), Vec::new(), Vec::new());
            for word in words {
                if word.starts_with('%') {
                    operands.push(register(word));
                } else if let Some(value) = word.strip_prefix('#') {
                    let attr = match (value.strip_suffix("i64"), value.parse::<i32>()) {
                        (Some(value), _) => {
                            w.scalar_attr(DTypeCode::I64, value.parse::<i64>().expect("an i64") as u64)
                        }
                        (None, Ok(value)) => w.scalar_attr(DTypeCode::I32, u64::from(value as u32)),
                        (None, Err(_)) => w.string_attr(value.as_bytes()),
                    };
                    attrs.push(attr.expect("few attributes"));
                } else if let Some(name) = word.strip_prefix('@') {
                    let id = match name.strip_prefix('#') {
                        Some(number) => number.parse().expect("a function number"),
                        None => match names.iter().position(|n| n == name) {
                            Some(id) => id as u32,
                            None => {
                                panic!("no function {name}; functions are numbered in textual order, use @#n")
                            }
                        },
                    };
                    functions.push(FunctionId(id));
                } else {
                    panic!("what is {word}?");
                }
            }
            let attr_name = w.string("a").expect("few strings");
            let named = |id: &FunctionId| names.get(id.index()).is_none_or(|name| !name.is_empty());
            let function_names: Vec<_> = functions
                .iter()
                .map(
                    |id| if named(id) { FunctionRefName::Single(attr_name) } else { FunctionRefName::Region },
                )
                .collect();
            w.add_kernel(&KernelSpec {
                code,
                operands: &operands,
                attrs: &attrs,
                attr_names: &vec![attr_name; attrs.len()],
                functions: &functions,
                function_names: &function_names,
                result_types: &result_types,
                stream,
                location,
            })
            .expect("a good kernel");
        }
    }
    w.finish().expect("memory is enough")
}

fn register(word: &str) -> u32 {
    word.trim_start_matches('%').parse().expect("a register")
}
