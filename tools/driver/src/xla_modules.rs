//! Modules of StableHLO inside of TensorFlow's graphs: `XlaCallModule`, which `jax2tf` writes.
//!
//! The op's attribute `module` is a portable artifact. Its functions become functions of the program, with names of their own, and the op becomes a call
//! of the artifact's `main`. Where that takes the number of a platform first, the call hands over the place of the CPU among the op's platforms.
//!
//! An op stays as it is, with a warning that says why, if its module is for other platforms only, or cannot be converted: graphs also have functions
//! that nobody calls, such as gradients.

use std::sync::Arc;

use tfrt_bytecode::is_bytecode;
use tfrt_compiler::convert_stablehlo;
use tfrt_convert::graph::{Call, Callee, Constant, GraphBuilder};
use tfrt_dialects::{LENIENT_ATTR, op_attr, op_name};
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::Body;
use tfrt_ir::dense::make_dense;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::Attr;
use tfrt_ir::rewrite::InsertionPoint;
use tfrt_ir::symbol::{self, NAME_ATTR, SymbolTable, VISIBILITY_ATTR};
use tfrt_ir::verify::verify_module;
use tfrt_ir::{Context, Module, OpRef};

use crate::bytecode;

const OP: &str = "tf.XlaCallModule";

/// The attribute of an argument that the caller supplies by itself, and what it is for the number of a platform.
const GLOBAL_CONSTANT: (&str, &str) = ("jax.global_constant", "_platform_index");

/// Replaces all ops that call modules of StableHLO by calls of functions.
pub(crate) fn expand(module: &mut Module, diagnostics: &mut Diagnostics) {
    let ctx = module.ctx().clone();
    let contents = module.contents();
    let Some(root) = contents.root_block() else { return };
    let functions: Vec<Op> = contents.ops(root).collect();
    for function in functions {
        let Some(body) = module.contents().nested(function) else { continue };
        let ops = body.ops_in(body.root_regions());
        let calls: Vec<Op> =
            ops.into_iter().filter(|&op| op_name(OpRef { ctx: &ctx, body, op }) == Some(OP)).collect();
        for call in calls {
            let Some(body) = module.contents().nested(function) else { continue };
            let op = OpRef { ctx: &ctx, body, op: call };
            let loc = op.loc();
            match Artifact::read(&ctx, op, &free_prefix(&ctx, module.contents()), diagnostics) {
                Ok(artifact) => artifact.put(&ctx, module.contents_mut(), function, call),
                Err(why) => {
                    diagnostics.warning(loc, format!("the module of 'XlaCallModule' stays as it is: {why}"));
                }
            }
        }
    }
}

/// A module, converted to functions whose names are free.
struct Artifact {
    module: Module,
    main: Attr,
    /// The number of the CPU, if `main` asks for it.
    platform: Option<i32>,
}

impl Artifact {
    fn read(
        ctx: &Arc<Context>,
        op: OpRef<'_>,
        prefix: &str,
        diagnostics: &Diagnostics,
    ) -> Result<Artifact, String> {
        let bytes = op_attr(op, "module").and_then(|attr| ctx.attr_as_bytes(attr)).unwrap_or_default();
        if !is_bytecode(bytes) {
            return Err("its attribute 'module' is no portable artifact".into());
        }
        let mut found = diagnostics.fork();
        let failed = |found: &Diagnostics| {
            found.iter().next().map_or_else(|| "it is damaged".to_owned(), |first| first.message.to_string())
        };
        let mut module =
            bytecode::read(ctx, bytes, "XlaCallModule", &mut found).ok_or_else(|| failed(&found))?;
        verify_module(&module, &mut found).map_err(|_| failed(&found))?;
        rename(ctx, module.contents_mut(), prefix);
        let main = format!("{prefix}_main");
        let platform = platform_of(ctx, &module, &main, op)?;
        convert_stablehlo(&mut module, &mut found).map_err(|_| failed(&found))?;
        let functions = SymbolTable::of(ctx, module.contents());
        let given = op.operands().filter(|&value| is_tensor(ctx, op.body.value_type(value))).count();
        let takes = functions.lookup(ctx.ident(&main)).and_then(|function| {
            let contents = module.contents();
            let body = contents.nested(function)?;
            Some(body.block_args(body.root_block()?).len())
        });
        if takes != Some(given + usize::from(platform.is_some())) {
            return Err(format!("its main function does not take {given} tensors"));
        }
        Ok(Artifact { main: ctx.symbol_ref(&main), module, platform })
    }

    /// Moves the functions into a program, and calls the main one in the place of an operation of one of its functions.
    fn put(mut self, ctx: &Context, contents: &mut Body, function: Op, call: Op) {
        let source = self.module.contents_mut();
        if let (Some(from), Some(to)) = (source.root_block(), contents.root_block()) {
            let functions: Vec<Op> = source.ops(from).collect();
            for op in functions {
                contents.move_op_from(ctx, source, op, to);
            }
        }
        let Some(body) = contents.nested_mut(function) else { return };
        let loc = body.loc(call);
        let is_handle = |value: &Value| is_tensor(ctx, body.value_type(*value));
        let chain = body.operands(call).nth(1).filter(|value| !is_handle(value));
        let mut given: Vec<Value> = body.operands(call).filter(is_handle).collect();
        let count = body.results(call).filter(is_handle).count();
        let has_chain = body.results(call).len() > count;
        let mut builder = GraphBuilder::at(ctx, body, InsertionPoint::Before(call));
        if let Some(platform) = self.platform {
            let ty = ctx.tensor(&[], ctx.i32());
            let number = Constant::Dense(make_dense(ctx, ty, platform.to_le_bytes().to_vec()));
            given.insert(0, builder.constant(number, &[], loc).tensors[0]);
        }
        let built = builder.call(&Call {
            callee: Callee::Function(self.main),
            chain: None,
            gives_chain: false,
            operands: &given,
            results: count,
            discardable: &[(ctx.ident(LENIENT_ATTR), ctx.unit())],
            loc,
        });
        let new: Vec<Value> = chain.filter(|_| has_chain).into_iter().chain(built.tensors).collect();
        body.replace_op(call, &new);
    }
}

/// Whether values of a type are handles of tensors, unlike handlers and chains.
fn is_tensor(ctx: &Context, ty: tfrt_ir::handles::Type) -> bool {
    ty == tfrt_convert::graph::handle_type(ctx)
}

/// A prefix that no name of a program has. The conversion makes more names of those of a module.
fn free_prefix(ctx: &Context, contents: &Body) -> String {
    let ops = contents.root_block().into_iter().flat_map(|root| contents.ops(root));
    let names: Vec<&str> = ops
        .filter_map(|op| symbol::name(OpRef { ctx, body: contents, op }))
        .map(|name| ctx.str(name))
        .collect();
    (0..=names.len())
        .map(|number| format!("xla_module_{number}"))
        .find(|prefix| !names.iter().any(|name| name.starts_with(&format!("{prefix}_"))))
        .expect("each name has at most one of these prefixes")
}

/// Gives all functions, and all references to them, a prefix, and makes them private.
fn rename(ctx: &Context, body: &mut Body, prefix: &str) {
    let ops = body.ops_in(body.root_regions());
    for op in ops {
        let view = OpRef { ctx, body, op };
        let mut attrs = view.attrs().to_vec();
        let name = symbol::name(view);
        for (key, attr) in &mut attrs {
            match (name, ctx.str(*key)) {
                (Some(name), NAME_ATTR) => *attr = ctx.string_attr(format!("{prefix}_{}", ctx.str(name))),
                _ => *attr = renamed(ctx, *attr, prefix),
            }
        }
        body.set_attrs(ctx, op, &attrs);
        if name.is_some() {
            body.set_attr(ctx, op, ctx.ident(VISIBILITY_ATTR), ctx.string_attr("private"));
        }
        if let Some(nested) = body.nested_mut(op) {
            rename(ctx, nested, prefix);
        }
    }
}

/// An attribute with other names in its references.
fn renamed(ctx: &Context, attr: Attr, prefix: &str) -> Attr {
    match ctx.attr_kind(attr) {
        AttrKind::SymbolRef { root, nested } => {
            ctx.nested_symbol_ref(ctx.ident(&format!("{prefix}_{}", ctx.str(*root))), nested)
        }
        AttrKind::Array(elems) => {
            let elems: Vec<Attr> = elems.iter().map(|&elem| renamed(ctx, elem, prefix)).collect();
            ctx.array_attr(&elems)
        }
        AttrKind::Dict(entries) => {
            let entries: Vec<_> =
                entries.iter().map(|&(key, elem)| (key, renamed(ctx, elem, prefix))).collect();
            ctx.dict(entries)
        }
        _ => attr,
    }
}

/// The place of the CPU among the platforms of an op, if the main function of its module takes that first.
///
/// # Errors
/// The module is for other platforms.
fn platform_of(ctx: &Context, module: &Module, main: &str, op: OpRef<'_>) -> Result<Option<i32>, String> {
    let strings = |name: &str| -> Vec<&str> {
        let list = op_attr(op, name).and_then(|attr| ctx.array_elems(attr)).unwrap_or_default();
        list.iter().filter_map(|&attr| ctx.attr_as_str(attr)).collect()
    };
    let platforms = strings("platforms");
    let place = platforms.iter().position(|platform| platform.eq_ignore_ascii_case("cpu"));
    let unchecked = strings("disabled_checks").contains(&"platform");
    if place.is_none() && !platforms.is_empty() && !unchecked {
        return Err(format!("it is for {}, not for the CPU", platforms.join(", ")));
    }
    let contents = module.contents();
    let function = SymbolTable::of(ctx, contents)
        .lookup(ctx.ident(main))
        .ok_or_else(|| "it has no function 'main'".to_owned())?;
    let function = OpRef { ctx, body: contents, op: function };
    let first = function.attr("arg_attrs").and_then(|attrs| ctx.array_elems(attrs)?.first().copied());
    let constant = first.and_then(|attrs| ctx.dict_get(attrs, ctx.ident(GLOBAL_CONSTANT.0)));
    let takes = constant.and_then(|value| ctx.attr_as_str(value)) == Some(GLOBAL_CONSTANT.1);
    Ok(takes.then(|| place.and_then(|place| i32::try_from(place).ok()).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use tfrt_graphdef::proto::tensorflow::GraphDef;
    use tfrt_graphdef::proto::tensorflow::attr_value::Value as AttrValue;
    use tfrt_graphdef::{ImportOptions, TextFormat as _};
    use tfrt_ir::syntax::{PrintOptions, print_module};

    use super::*;
    use crate::compile::context_with;
    use crate::graphs;
    use crate::input::Input;

    /// A graph of two calls of a module, for these platforms; the program and the warnings.
    fn imported(artifact: &[u8], platforms: &str) -> (String, Vec<String>) {
        let call = |name: &str, input: &str| {
            format!(
                r#"node {{ name: "{name}" op: "XlaCallModule" input: "{input}" attr {{ key: "module" value {{ s: "" }} }}
                attr {{ key: "Tout" value {{ list {{ type: DT_FLOAT }} }} }} attr {{ key: "platforms" value {{ list {{ {platforms} }} }} }} }}"#
            )
        };
        let text = format!(
            r#"node {{ name: "x" op: "Placeholder" attr {{ key: "dtype" value {{ type: DT_FLOAT }} }} }} {} {}"#,
            call("a", "x"),
            call("b", "a")
        );
        let mut graph = GraphDef::from_text(&text).expect("a graph");
        for module in graph.node.iter_mut().filter_map(|node| node.attr.get_mut("module")) {
            module.value = Some(AttrValue::S(artifact.to_vec()));
        }
        let ctx = context_with(false);
        let mut diagnostics = Diagnostics::new();
        let module =
            graphs::import(&ctx, &graph, &ImportOptions::default(), &mut diagnostics).expect("a program");
        let said = diagnostics.iter().map(|said| said.message.to_string()).collect();
        (print_module(&module, &PrintOptions::default()), said)
    }

    fn artifact(text: &str) -> Vec<u8> {
        let ctx = context_with(false);
        let mut diagnostics = Diagnostics::new();
        let mut module =
            Input::Text(text).parse(&ctx, "test", 0..text.len(), &mut diagnostics).expect("a program");
        bytecode::write_artifact(&mut module, bytecode::ArtifactVersion::CURRENT, &mut diagnostics)
            .expect("it is written")
    }

    const TWO_PLATFORMS: &str = r#"func.func public @main(%p: tensor<i32> {jax.global_constant = "_platform_index"}, %x: tensor<2xf32>) -> tensor<2xf32> {
        %y = func.call @square(%x) : (tensor<2xf32>) -> tensor<2xf32>
        return %y : tensor<2xf32>
    }
    func.func private @square(%x: tensor<2xf32>) -> tensor<2xf32> {
        %y = stablehlo.multiply %x, %x : tensor<2xf32>
        return %y : tensor<2xf32>
    }"#;

    #[test]
    fn functions_of_modules_get_names_of_their_own() {
        let (program, said) = imported(&artifact(TWO_PLATFORMS), r#"s: "CUDA" s: "CPU""#);
        assert_eq!(said, [""; 0]);
        for part in [
            "tfrt.call @xla_module_0_main(",
            "tfrt.call @xla_module_1_main(",
            "private @xla_module_1_square(",
            "tfrt.call @xla_module_1_square(",
            // The CPU is the second platform.
            "dense<1> : tensor<i32>",
        ] {
            assert!(program.contains(part), "{part}: {program}");
        }
        assert!(!program.contains("XlaCallModule"), "{program}");
    }

    #[test]
    fn what_cannot_be_called_stays_with_a_warning() {
        let (program, said) = imported(&artifact(TWO_PLATFORMS), r#"s: "CUDA""#);
        assert!(program.contains("XlaCallModule"), "{program}");
        assert_eq!(said[0], "the module of 'XlaCallModule' stays as it is: it is for CUDA, not for the CPU");
        let (_, said) = imported(b"what", "");
        assert!(said[0].ends_with("its attribute 'module' is no portable artifact"), "{said:?}");
        let (_, said) = imported(b"ML\xefR\x0d", "");
        assert!(said[0].starts_with("the module of 'XlaCallModule' stays as it is: "), "{said:?}");
        let takes_two = "func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
            %z = stablehlo.add %x, %y : tensor<f32>
            return %z : tensor<f32>
        }";
        let (_, said) = imported(&artifact(takes_two), "");
        assert!(said[0].ends_with("its main function does not take 1 tensors"), "{said:?}");
    }
}
