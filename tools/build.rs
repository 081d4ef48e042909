//! `tfrt` and the tests load plugins, so they export exactly the functions that plugins call. The thin programs that replace themselves by
//! `tfrt` export nothing.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    for pattern in ["TF_*", "TSL_*", "TFRT_*"] {
        println!("cargo:rustc-link-arg-bin=tfrt=-Wl,--export-dynamic-symbol={pattern}");
        println!("cargo:rustc-link-arg-tests=-Wl,--export-dynamic-symbol={pattern}");
    }
}
