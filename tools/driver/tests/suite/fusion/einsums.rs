//! Einsums and attention in regions against the same ops one by one: the same bits, with workers and without.

use std::fmt::Write as _;

use super::assert_alike;
use super::random::{F, Random, tensor};
use super::regions::{BATCH, NONE, has_region, subjects, typed, types};
use super::subject::program;

/// An einsum of values, as text.
fn einsum(body: &mut String, result: &str, equation: &str, args: &str) {
    let _ = writeln!(
        body,
        "  {result} = corert.executeop(%cpu) \"tf.Einsum\"({args}) {{T = f32, N = 2 : i64, equation = \"{equation}\"}} : 1"
    );
}

#[test]
fn einsums_give_what_the_op_gives() {
    let subjects = subjects();
    let mut random = Random(77);
    // Products as they lie, batches read through steps, results in another order, and what stays with the op.
    let cases: [(&str, &[i64], &[i64]); 22] = [
        ("abc,cde->abde", &[2, 33, 24], &[24, 3, 8]),
        ("abcd,cde->abe", &[2, 33, 3, 8], &[3, 8, 24]),
        ("abc,dc->abd", &[1, 50, 20], &[40, 20]),
        ("abc,dc->dab", &[1, 50, 20], &[40, 20]),
        ("ab,bc->ca", &[17, 9], &[9, 33]),
        ("ba,bc->ac", &[17, 9], &[17, 33]),
        ("aecd,abcd->acbe", &[2, 37, 3, 16], &[2, 41, 3, 16]),
        ("acbe,aecd->abcd", &[2, 3, 41, 37], &[2, 37, 3, 16]),
        ("bqhk,bthk->bhqt", &[1, 97, 3, 64], &[1, 97, 3, 64]),
        ("bhqt,bthk->bqhk", &[1, 3, 97, 97], &[1, 97, 3, 64]),
        ("bhqt,bthk->bqhk", &[4, 5, 20, 65], &[4, 65, 5, 33]),
        ("...ab,...bc->...ac", &[3, 7, 5], &[3, 5, 9]),
        ("...ab,...bc->...ac", &[1, 7, 5], &[3, 5, 9]),
        ("...ab,bc->...ac", &[4, 7, 5], &[5, 9]),
        ("abcd,adce->abe", &[2, 5, 3, 4], &[2, 4, 3, 6]),
        ("abcd,abcd->ab", &[2, 5, 3, 4], &[2, 5, 3, 4]),
        ("ab,cd->acbd", &[5, 4], &[3, 6]),
        ("abc,ab->c", &[5, 4, 7], &[5, 4]),
        ("abc,cd->ad", &[5, 4, 7], &[7, 6]),
        ("abb,bc->ac", &[5, 4, 4], &[4, 6]),
        ("ab,bc->aac", &[5, 4], &[4, 6]),
        ("bhd,bhtd->bht", &[2, 4, 32], &[2, 4, 19, 32]),
    ];
    for (equation, a, b) in cases {
        let args = [tensor(F, a, &mut random), tensor(F, b, &mut random)];
        let mut body = "  %x = corert.executeop(%cpu) \"tf.Relu\"(%a0) {T = f32} : 1\n".to_owned();
        einsum(&mut body, "%y", equation, "%x, %a1");
        body += "  %z = corert.executeop(%cpu) \"tf.Tanh\"(%y) {T = f32} : 1\n";
        let text = typed(&program(2, &body, &["%z"]), &types(&args), NONE);
        assert!(has_region(&subjects[1], &text), "{text}");
        assert_alike(&subjects, &text, &args);
    }
}

#[test]
fn attention_gives_what_its_ops_give() {
    let subjects = subjects();
    let mut random = Random(78);
    for (batch, length, heads, size) in [
        (1, 1, 1, 1),
        (1, 2, 3, 5),
        (2, 17, 4, 8),
        (1, 64, 2, 32),
        (1, 197, 3, 64),
        (3, 50, 5, 7),
        (1, 200, 1, 16),
    ] {
        let mut body = String::new();
        for (value, arg) in [("%q", 0), ("%k", 1), ("%v", 2)] {
            let _ = writeln!(body, "  {value} = corert.executeop(%cpu) \"tf.Neg\"(%a{arg}) {{T = f32}} : 1");
        }
        body += "  %c = corert.const_dense_tensor dense<0.35> : tensor<f32>\n  \
            %w = corert.executeop(%cpu) \"tf.Mul\"(%q, %c) {T = f32} : 1\n";
        einsum(&mut body, "%s", "aecd,abcd->acbe", "%k, %w");
        body += "  %m = corert.executeop(%cpu) \"tf.AddV2\"(%s, %a3) {T = f32} : 1\n  \
            %p = corert.executeop(%cpu) \"tf.Softmax\"(%m) {T = f32} : 1\n";
        einsum(&mut body, "%y", "acbe,aecd->abcd", "%p, %v");
        let text = program(4, &body, &["%y"]);
        let of_heads = [batch, length, heads, size];
        let [q, k, v] = [(); 3].map(|()| tensor(F, &of_heads, &mut random));
        let args = [q, k, v, tensor(F, &[batch, 1, 1, length], &mut random)];
        let text = typed(&text, &types(&args), BATCH);
        assert!(has_region(&subjects[1], &text), "{text}");
        assert_alike(&subjects, &text, &args);
    }
}

#[test]
fn batches_with_one_right_factor_give_what_the_op_gives() {
    let subjects = subjects();
    let mut random = Random(79);
    let cases: [(&[i64], &[i64], bool); 7] = [
        (&[2, 17, 24], &[24, 33], false),
        (&[2, 17, 24], &[33, 24], true),
        (&[3, 1, 24], &[24, 33], false),
        (&[1, 1, 24], &[24, 33], false),
        (&[4, 20, 24], &[24, 1], false),
        (&[2, 5, 4, 8], &[1, 1, 8, 6], false),
        (&[5, 4, 8], &[5, 8, 6], false),
    ];
    for (a, b, adj_y) in cases {
        let args = [tensor(F, a, &mut random), tensor(F, b, &mut random)];
        let shape: String = b.iter().map(|dim| format!("{dim}x")).collect();
        let mut body = format!("  %w = corert.const_dense_tensor dense<0.37> : tensor<{shape}f32>\n");
        for (i, right) in ["%a1", "%w"].into_iter().enumerate() {
            let _ = writeln!(
                body,
                "  %x{i} = corert.executeop(%cpu) \"tf.BatchMatMulV2\"(%a0, {right}) {{T = f32, adj_x = false, \
                 adj_y = {adj_y}}} : 1\n  %y{i} = corert.executeop(%cpu) \"tf.Tanh\"(%x{i}) {{T = f32}} : 1"
            );
        }
        let text = typed(&program(2, &body, &["%y0", "%y1"]), &types(&args), NONE);
        assert!(has_region(&subjects[1], &text), "{text}");
        assert_alike(&subjects, &text, &args);
    }
}
