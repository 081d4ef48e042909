//! Loops as machine code against the same loops op by op: random bodies over numbers and small tensors of all dtypes give the same tensors, bit
//! for bit.

use std::fmt::Write as _;

use super::*;

/// A value of a round.
#[derive(Clone)]
struct Value {
    name: String,
    dtype: DType,
    /// Whether it has several elements.
    several: bool,
}

/// A loop: what it carries, and the program.
struct Loop {
    carried: Vec<(DType, Vec<i64>)>,
    text: String,
}

const HANDLE: &str = "!corert.tensorhandle";

/// Elements of the tensor that some loops carry for slices and updates.
const ROWS: i64 = 5;

fn op(body: &mut String, result: &str, name: &str, args: &[&str], attrs: &str) {
    let args = args.join(", ");
    let _ = writeln!(body, "  {result} = corert.executeop(%cpu) \"{name}\"({args}){attrs} : 1");
}

/// The attributes of an op of [`OPS`].
fn attrs((name, args, result): &Known) -> String {
    match *name {
        "tf.Cast" => format!(" {{SrcT = {}, DstT = {}}}", args[0].name(), result.name()),
        "tf.LeakyRelu" => format!(" {{T = {}, alpha = 0.3 : f32}}", args[0].name()),
        "tf.AddN" => format!(" {{T = {}, N = {}}}", args[0].name(), args.len()),
        "tf.LogicalAnd" | "tf.LogicalOr" | "tf.LogicalNot" => String::new(),
        _ => format!(" {{T = {}}}", args[0].name()),
    }
}

impl Loop {
    /// A function whose arguments are what the loop carries; parts of it give a chain as well.
    fn function(&self, name: &str, body: &str, results: &[&str]) -> String {
        let (chain, chain_type) = if name == "f" { ("", "") } else { ("%ch, ", "!tfrt.chain, ") };
        let typed = |(i, (dtype, dims)): (usize, &(DType, Vec<i64>))| {
            let dims: String = dims.iter().map(|dim| format!("{dim}x")).collect();
            format!(", %a{i}: {HANDLE} {{tf.type = tensor<{dims}{}>}}", dtype.name())
        };
        let args: String = self.carried.iter().enumerate().map(typed).collect();
        let types = vec![HANDLE; results.len()].join(", ");
        let names = results.join(", ");
        format!(
            "func.func @{name}(%ch: !tfrt.chain{args}) -> ({chain_type}{types}) {{\n{HEAD}{body}  tfrt.return \
             {chain}{names} : {chain_type}{types}\n}}\n"
        )
    }

    /// A loop of some rounds over random ops. The first carried value counts, the last may be a tensor with slices and updates.
    fn random(random: &mut Random) -> Loop {
        let mut pick = |count: usize| random.next() as usize % count;
        let n = [2, 3, 8, 16, 17, 33][pick(6)];
        let dtypes = [F, F, F, F, D, I, I, B, H, G, L, U, C, W];
        let mut carried = vec![(I, Vec::new())];
        for _ in 0..1 + pick(5) {
            let dims = if pick(3) == 0 { vec![n] } else { Vec::new() };
            carried.push((dtypes[pick(dtypes.len())], dims));
        }
        let has_rows = pick(3) == 0;
        if has_rows {
            carried.push((F, vec![ROWS]));
        }
        let named = |(i, (dtype, dims)): (usize, &(DType, Vec<i64>))| Value {
            name: format!("%a{i}"),
            dtype: *dtype,
            several: !dims.is_empty(),
        };
        let mut values: Vec<Value> = carried.iter().enumerate().map(named).collect();
        let rows = has_rows.then(|| values.pop()).flatten();
        let mut body = "  %one = corert.const_dense_tensor dense<1> : tensor<i32>\n".to_owned();
        op(&mut body, "%next", "tf.AddV2", &["%a0", "%one"], " {T = i32}");
        if let Some(rows) = &rows {
            let indices: Vec<&Value> = values.iter().filter(|v| v.dtype == I && !v.several).collect();
            let index = &indices[pick(indices.len())].name;
            let slice = [&*rows.name, index];
            op(&mut body, "%row", "hlo.dynamic_slice", &slice, " {N = 1, slice_sizes = [1]}");
            op(&mut body, "%element", "hlo.reshape", &["%row"], " {shape = []}");
            values.push(Value { name: "%element".to_owned(), dtype: F, several: false });
        }
        for i in 0..1 + pick(12) {
            let first = pick(OPS.len());
            let choices = [pick(8), pick(8), pick(8)];
            let found = (0..OPS.len()).find_map(|shift| {
                let known = &OPS[(first + shift) % OPS.len()];
                if matches!(known.0, "tf.BiasAdd" | "tf.Select" | "tf.FloorDiv") {
                    return None;
                }
                let args = known.1.iter().zip(choices).map(|(&dtype, choice)| {
                    let of: Vec<&Value> = values.iter().rev().filter(|value| value.dtype == dtype).collect();
                    (!of.is_empty()).then(|| of[choice % of.len().min(4)].clone())
                });
                let args: Vec<Value> = args.collect::<Option<_>>()?;
                // Sums of many, and gradients, do not broadcast.
                let is_alike = args.iter().all(|arg| arg.several == args[0].several);
                (is_alike || !matches!(known.0, "tf.AddN" | "tf.ReluGrad")).then_some((known, args))
            });
            let Some((known, args)) = found else { continue };
            let names: Vec<&str> = args.iter().map(|arg| &*arg.name).collect();
            let name = format!("%t{i}");
            op(&mut body, &name, known.0, &names, &attrs(known));
            values.push(Value { name, dtype: known.2, several: args.iter().any(|arg| arg.several) });
        }
        // Ops that code of loops calls, a product and one that moves elements, and parts of tensors.
        if pick(2) == 0 {
            let of = |value: &&Value| value.several && value.dtype == F;
            if let Some(vector) = values.iter().rev().find(of).map(|value| value.name.clone()) {
                let attrs = " {lhs_batching_dimensions = [], rhs_batching_dimensions = [], \
                             lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], type = f32}";
                op(&mut body, "%dot", "hlo.dot_general", &[&vector, &vector], attrs);
                values.push(Value { name: "%dot".to_owned(), dtype: F, several: false });
            }
        }
        let several: Vec<Value> = values.iter().filter(|value| value.several).cloned().collect();
        if !several.is_empty() && pick(2) == 0 {
            let Value { name, dtype, .. } = &several[pick(several.len())];
            if pick(2) == 0 {
                op(&mut body, "%turned", "hlo.reverse", &[name], " {dimensions = [0]}");
            } else {
                for (part, from, to) in [("%head", 0, 1), ("%tail", 1, n)] {
                    let attrs =
                        format!(" {{start_indices = [{from}], limit_indices = [{to}], strides = [1]}}");
                    op(&mut body, part, "hlo.slice", &[name], &attrs);
                }
                op(&mut body, "%turned", "hlo.concatenate", &["%tail", "%head"], " {N = 2, dimension = 0}");
            }
            values.push(Value { name: "%turned".to_owned(), dtype: *dtype, several: true });
        }
        let mut next = vec!["%next".to_owned()];
        for (dtype, dims) in &carried[1..carried.len() - usize::from(has_rows)] {
            let fits = |value: &&Value| value.dtype == *dtype && value.several != dims.is_empty();
            let fitting: Vec<&Value> = values.iter().rev().filter(fits).collect();
            next.push(fitting[pick(fitting.len().min(3))].name.clone());
        }
        if let Some(rows) = rows {
            let of = |value: &&Value| !value.several && value.dtype == F;
            let element = values.iter().rev().find(of).map_or("%element", |value| &value.name);
            let indices: Vec<&Value> =
                values.iter().filter(|value| value.dtype == I && !value.several).collect();
            let index = &indices[pick(indices.len())].name;
            let spread = " {broadcast_dimensions = [], shape = [1]}";
            op(&mut body, "%put", "hlo.broadcast_in_dim", &[element], spread);
            op(&mut body, "%rows", "hlo.dynamic_update_slice", &[&rows.name, "%put", index], " {N = 1}");
            next.push("%rows".to_owned());
        }
        let limit = pick(9);
        let condition = format!("  %limit = corert.const_dense_tensor dense<{limit}> : tensor<i32>\n");
        let mut of_condition = condition;
        op(&mut of_condition, "%more", "tf.Less", &["%a0", "%limit"], " {T = i32}");
        let mut made = Loop { carried, text: String::new() };
        let names: Vec<&str> = next.iter().map(String::as_str).collect();
        let args: Vec<String> = (0..names.len()).map(|i| format!("%a{i}")).collect();
        let results: Vec<String> = (0..names.len()).map(|i| format!("%r{i}")).collect();
        let types = vec![HANDLE; names.len()].join(", ");
        let run = format!(
            "  %done, {} = corert.while @cond @body (%ch, {}) : ({types}) -> ({types})\n",
            results.join(", "),
            args.join(", "),
        );
        let results: Vec<&str> = results.iter().map(String::as_str).collect();
        made.text = made.function("cond", &of_condition, &["%more"])
            + &made.function("body", &body, &names)
            + &made.function("f", &run, &results);
        made
    }
}

#[test]
fn loops_as_machine_code_give_what_their_ops_give() {
    let subjects = [
        Subject::new(false, "s", None),
        Subject::new(true, "s", None),
        Subject::new(true, "s", LONGEST),
        Subject::new(true, "s", Some(Vectors::Avx2)),
    ];
    let mut random = Random(20_240);
    for _ in 0..300 {
        let made = Loop::random(&mut random);
        let mut args: Vec<DenseHostTensor> =
            made.carried.iter().map(|(dtype, dims)| tensor(*dtype, dims, &mut random)).collect();
        let start = [0, 0, 3, -2][random.next() as usize % 4];
        let counter = TensorMetadata::new(I, Shape::scalar());
        args[0] = DenseHostTensor::from_bytes(counter, &i32::to_le_bytes(start)).expect("there is memory");
        assert_alike(&subjects, &made.text, &args);
    }
    let compiled = |subject: &Subject| {
        let statistics = subject.jit.as_ref().expect("it compiles").statistics();
        let is_loop = |name: &str| name.starts_with("loop of") && !name.ends_with("elements");
        statistics.compiled.iter().filter(|unit| is_loop(&unit.name)).count()
    };
    // The others hand one tensor on twice, or have a loop over elements without code.
    let count = compiled(&subjects[3]);
    assert!(count > 150, "only {count} loops are machine code");
}
