//! Bodies of fused ops in files: a damaged body, or one of a newer program, is an error or runs.

use tfrt_bef::{AttrIx, AttrView, BefFile, recompute_checksums};

use super::*;

const PROGRAM: &str = r#"
func.func @f(%ch: !tfrt.chain, %a0: !corert.tensorhandle, %a1: !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "cpu"
  %axes = corert.const_dense_tensor dense<[-1]> : tensor<1xi32>
  %a = corert.executeop(%cpu) "tf.Mul"(%a0, %a1) {T = f32} : 1
  %b = corert.executeop(%cpu) "tf.LeakyRelu"(%a) {T = f32, alpha = 0.25 : f32} : 1
  %c = corert.executeop(%cpu) "tf.Cast"(%b) {SrcT = f32, DstT = f64} : 1
  %m = corert.executeop(%cpu) "tf.MatMul"(%b, %b) {transpose_a = false, transpose_b = true} : 1
  %s = corert.executeop(%cpu) "tf.Square"(%m) : 1
  %t = corert.executeop(%cpu) "tf.Sum"(%s, %axes) {keep_dims = true} : 1
  %r = corert.executeop(%cpu) "tf.RealDiv"(%s, %t) : 1
  tfrt.return %b, %c, %r : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}
"#;

/// The compiled program, and where the words of its bodies are.
fn compiled(subject: &Subject) -> (Vec<u8>, Vec<std::ops::Range<usize>>) {
    let bytes = subject.compile(PROGRAM);
    let file = BefFile::from_bytes(&bytes).expect("it was just written");
    let words_of = |i: usize| match file.attr(AttrIx(i as u32)) {
        AttrView::FusedBody(body) => Some(body.words().iter().flat_map(|word| word.to_le_bytes()).collect()),
        _ => None,
    };
    let bodies: Vec<Vec<u8>> = (0..file.attr_records().len()).filter_map(words_of).collect();
    let place = |words: &Vec<u8>| {
        let at = bytes.windows(words.len()).position(|window| window == words).expect("they are in the file");
        at..at + words.len()
    };
    let places: Vec<_> = bodies.iter().map(place).collect();
    assert_eq!(places.len(), 2, "there are two groups");
    (bytes, places)
}

fn arguments() -> [DenseHostTensor; 2] {
    let mut random = Random(7);
    [tensor(F, &[3, 4], &mut random), tensor(F, &[4], &mut random)]
}

#[test]
fn damaged_bodies_are_errors_or_run() {
    let subject = Subject::new(true, "s", None);
    let (good, places) = compiled(&subject);
    let args = arguments();
    let (mut refused, mut ran) = (0, 0);
    for at in places.into_iter().flatten() {
        for change in [0x01, 0x02, 0x04, 0x10, 0x80, 0xff] {
            let mut bad = good.clone();
            bad[at] ^= change;
            recompute_checksums(&mut bad);
            match subject.runtime.load(&bad) {
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
                Ok(program) => {
                    let outcome = subject.run(&program, &args);
                    let panicked = outcome.errors.iter().find(|error| error.contains("panicked"));
                    assert_eq!(panicked, None, "byte {at}, {change:x}");
                    ran += 1;
                }
            }
        }
    }
    assert!(refused > 500 && ran > 100, "{refused} refused, {ran} ran");
}

#[test]
fn codes_of_newer_programs_are_refused_with_their_place() {
    let subject = Subject::new(true, "s", None);
    let (good, places) = compiled(&subject);
    let message = |offset: usize, bytes: &[u8]| {
        let mut newer = good.clone();
        newer[places[0].start + offset..][..bytes.len()].copy_from_slice(bytes);
        recompute_checksums(&mut newer);
        subject.runtime.load(&newer).expect_err("it is not known here").to_string()
    };
    let of = |what: &str| {
        format!(
            "test.mlir:7:8: kernel 'corert.executeop' in function 'f': a fused body has {what}, which is not known here"
        )
    };
    // The first member stands behind the header, the first attribute behind the three members.
    assert_eq!(message(8, &[0x0f, 0x27]), of("an op of class 1 with the number 9999"));
    assert_eq!(message(10, &[9]), of("an op of class 9 with the number 68"));
    assert_eq!(message(8 + 3 * 8, &[99]), of("an attribute with the number 99"));
    assert_eq!(message(8 + 3 * 8 + 16 + 8, &[99]), of("'DstT' with the value 99"));
}
