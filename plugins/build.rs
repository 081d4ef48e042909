//! Programs of this package (its tests and examples) load plugins, so they export the functions that plugins
//! call.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    for pattern in ["TF_*", "TSL_*", "TFRT_*"] {
        println!("cargo:rustc-link-arg=-Wl,--export-dynamic-symbol={pattern}");
    }
}
