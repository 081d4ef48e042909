//! Tests and benchmarks of this package load plugins, so they export exactly the functions that plugins call.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    for pattern in ["TF_*", "TSL_*", "TFRT_*"] {
        println!("cargo:rustc-link-arg-tests=-Wl,--export-dynamic-symbol={pattern}");
        println!("cargo:rustc-link-arg-benches=-Wl,--export-dynamic-symbol={pattern}");
    }
}
