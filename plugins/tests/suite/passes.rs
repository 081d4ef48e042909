//! Passes of plugins: the registrations that are refused, and a pass's view of its host.

use tfrt_plugin::passes::{PassMessage, pass};
use tfrt_plugin::{LoadError, Loader};

use crate::common::compile;

/// A pass that says its option, counts the bytes of the program and gives them back with something behind.
const SOURCE: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tfrt/passes.h"
static int frees;
static void gone(void* data, size_t length) { ++frees; free(data); }
static void run(void* data, TFRT_PassRun* run, const TF_Buffer* in, TF_Buffer* out, TF_Status* s) {
  const char* value = TFRT_PassOptionValue(run, "word");
  TFRT_PassRemark(run, value ? value : "no word");
  TFRT_PassRemark(run, TFRT_PassOptionValue(run, "other") ? "?" : "no other");
  char text[64];
  snprintf(text, sizeof text, "%zu bytes, %d freed", in->length, frees);
  TFRT_PassWarning(run, text);
  if (in->length == 0) return;
  char* all = malloc(in->length + 1);
  memcpy(all, in->data, in->length);
  all[in->length] = '!';
  out->data = all, out->length = in->length + 1, out->data_deallocator = gone;
}
static const TFRT_PassOption options[] = {{"word", "A word"}};
void TFRT_InitPasses(TFRT_PassRegistrationParams* params, TF_Status* status) {
  TFRT_Pass pass = {.struct_size = TFRT_PASS_STRUCT_SIZE, .name = NAME, .run = run, .options = options, .num_options = 1};
  CHANGE
  TFRT_RegisterPass(&pass, status);
}
"#;

fn source(name: &str, change: &str) -> String {
    SOURCE.replace("NAME", &format!("\"{name}\"")).replace("CHANGE", change)
}

fn load(library: &str, name: &str, change: &str) -> Result<tfrt_plugin::Library, LoadError> {
    let file = compile(library, &source(name, change));
    Loader::new().expect("the test exports what plugins call").load(&file)
}

#[test]
fn a_pass_sees_text_and_options_and_says_things() {
    load("passes_good", "echo", "").expect("the pass is right");
    let pass = pass("echo").expect("it was registered");
    assert_eq!(pass.options, [("word".to_owned(), "A word".to_owned())]);
    let outcome = pass.run("program", &[("word".into(), "one".into()), ("word".into(), "two".into())]);
    assert_eq!(outcome.module, Ok(Some(b"program!".to_vec())));
    let say = |is_warning, text: &str| PassMessage { is_warning, text: text.into() };
    assert_eq!(outcome.messages, [say(false, "two"), say(false, "no other"), say(true, "7 bytes, 0 freed")]);
    let outcome = pass.run("", &[]);
    assert_eq!(outcome.module, Ok(None));
    assert_eq!(outcome.messages[2], say(true, "0 bytes, 1 freed"));
}

#[test]
fn what_is_wrong_is_named() {
    let bad_name = |name: &str| {
        format!("'{name}' is no name for a pass: lower-case letters, digits and dashes, a letter first")
    };
    for (number, (change, message)) in [
        ("pass.struct_size = 0;", "the field struct_size of TFRT_Pass is not set".to_owned()),
        ("pass.struct_size = 16;", "TFRT_Pass has 16 bytes, which is less than any version of it".to_owned()),
        ("pass.name = NULL;", "the field name of TFRT_Pass is not set".to_owned()),
        ("pass.run = NULL;", "the field run of TFRT_Pass is not set".to_owned()),
        ("pass.name = \"\";", bad_name("")),
        ("pass.name = \"Pass\";", bad_name("Pass")),
        ("pass.name = \"a b\";", bad_name("a b")),
        ("pass.name = \"\\xff\";", "the field name of TFRT_Pass is not UTF-8".to_owned()),
        ("pass.summary = \"\\xff\";", "the field summary of TFRT_Pass is not UTF-8".to_owned()),
        ("pass.options = NULL;", "the field options of TFRT_Pass has no 1 options".to_owned()),
        (
            "pass.num_options = (size_t)-1;",
            "the field options of TFRT_Pass has no 18446744073709551615 options".to_owned(),
        ),
        (
            "static const TFRT_PassOption none = {0}; pass.options = &none;",
            "option 0 of the pass has no name".to_owned(),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        match load(&format!("passes_bad_{number}"), &format!("bad-{number}"), change) {
            Err(LoadError::Refused { errors, .. }) => {
                assert_eq!(errors, [format!("TFRT_InitPasses: INVALID_ARGUMENT: {message}")], "{change}");
            }
            other => panic!("{change}: {other:?}"),
        }
        assert!(pass(&format!("bad-{number}")).is_none());
    }
    match load("passes_major", "major", "params->major_version = 3;") {
        Err(LoadError::Refused { errors, .. }) => assert_eq!(
            errors,
            [
                "TFRT_InitPasses: the field major_version of TFRT_PassRegistrationParams is 3, but this host has 0"
            ]
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn older_and_newer_plugins_load() {
    // The first version of the struct ended before the options.
    load("passes_older", "older", "pass.struct_size = TF_OFFSET_OF_END(TFRT_Pass, run);").expect("older");
    assert!(pass("older").is_some_and(|pass| pass.options.is_empty() && !pass.only_by_name));
    let newer = "struct { TFRT_Pass known; void* more[4]; } longer = {pass, {(void*)1}};
        longer.known.struct_size = sizeof longer;
        TFRT_RegisterPass(&longer.known, status); return;";
    load("passes_newer", "newer", newer).expect("newer");
    assert!(pass("newer").is_some_and(|pass| pass.options.len() == 1));
}

#[test]
fn of_two_with_one_name_the_second_is_refused_and_both_plugins_are_named() {
    load("passes_first", "twice", "").expect("the pass is right");
    match load("passes_second", "twice", "") {
        Err(LoadError::Refused { errors, .. }) => {
            let [error] = &errors[..] else { panic!("{errors:?}") };
            assert!(error.contains("libpasses_first.so") && error.contains("libpasses_second.so"), "{error}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn threads_that_load_one_library_get_one() {
    // What it registers takes its time.
    let file = compile("passes_twice", &source("slow", "for (volatile long i = 0; i < 50000000; ++i) {}"));
    let loader = Loader::new().expect("the test exports what plugins call");
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| loader.load(&file))).collect();
        for thread in threads {
            let library = thread.join().expect("loading does not panic").expect("the library is right");
            assert_eq!(library.registered.len(), 1);
        }
    });
}
