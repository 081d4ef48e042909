//! The tools load plugins, so they export what plugins call, and nothing else.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    for pattern in ["TF_*", "TSL_*", "TFRT_*"] {
        println!("cargo:rustc-link-arg-bins=-Wl,--export-dynamic-symbol={pattern}");
        println!("cargo:rustc-link-arg-tests=-Wl,--export-dynamic-symbol={pattern}");
    }
}
