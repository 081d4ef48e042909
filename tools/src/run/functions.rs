//! Running the functions of a program one after the other.

use std::sync::Arc;

use tfrt_bef::FunctionKind;
use tfrt_executor::kernel::Values;
use tfrt_executor::output::print_line;
use tfrt_executor::program::{Function, Program};
use tfrt_executor::request::{RequestContext, ResourceContext};
use tfrt_executor::trace;

use super::{Driver, complain, results};
use tfrt_driver::messages::program_name;
use tfrt_driver::values::arguments;

impl Driver<'_> {
    /// Runs the init function, then those named on the command line, or all. Functions with arguments do not run; it is an error if those that say
    /// what they take are all there is.
    pub(super) fn run_functions(&self, program: &Program) -> bool {
        let options = self.options;
        let functions: Vec<Function> = if options.functions.is_empty() {
            program.functions().collect()
        } else {
            let mut functions = Vec::new();
            for name in &options.functions {
                match program.function(name) {
                    Some(function) => functions.push(function),
                    None => return complain(&missing(program, name)),
                }
            }
            functions
        };
        let init = options.init_function.as_deref().and_then(|name| program.function(name));
        if let Some(init) = &init {
            self.run_function(init);
        }
        let mut has_run = init.is_some();
        for function in &functions {
            if init.as_ref().is_none_or(|init| init.view().id() != function.view().id()) {
                has_run |= self.run_function(function);
            }
        }
        match functions.iter().find(|function| !has_run && function.signature().is_stated()) {
            Some(function) => {
                let missing = arguments(function, &[], &[], options.access()).err();
                missing.is_none_or(|missing| complain(&format!("{}: {missing}", program_name())))
            }
            None => true,
        }
    }

    /// Runs one function, prints its results, and lets everything it has started end. `false` if it has arguments.
    fn run_function(&self, function: &Function) -> bool {
        let view = function.view();
        let name = function.name();
        let says = self.says_what_it_runs();
        if view.num_args() > 0 {
            if says {
                print_line(format!("--- Not running '{name}' because it has arguments."));
            }
            return false;
        }
        if name.is_empty() {
            return true;
        }
        if says {
            print_line(format!("--- Running '{name}':"));
        }
        let _scope = trace::function(|| format!("Function: {name}"));
        let request = self.request();
        if view.kind() == FunctionKind::Sync {
            // A sync function without results that succeeds says nothing.
            match function.execute_sync(&request, []) {
                Err(error) if says => {
                    print_line(format!("'{name}' returned {}", results::error_text(&error, false)));
                }
                Ok(values) if says && !values.is_empty() => self.print_results(function, &values),
                _ => {}
            }
        } else {
            let values = function.execute(&request, []);
            self.host.wait(&values);
            if says && !values.is_empty() {
                self.print_results(function, &values);
            }
        }
        self.host.quiesce();
        true
    }

    fn print_results(&self, function: &Function, values: &Values) {
        let program = function.program();
        let types = function.view().result_types();
        let texts: Vec<String> = values
            .iter()
            .zip(types)
            .map(|(value, &ty)| results::in_line(value, program.type_name(ty), self.options.error_code))
            .collect();
        print_line(format!("'{}' returned {}", function.name(), texts.join(",")));
    }

    /// A request of its own for each function, with resources of its own.
    pub(super) fn request(&self) -> RequestContext {
        let request = RequestContext::builder(&self.host).resources(Arc::new(ResourceContext::new()));
        match self.deadline {
            Some(deadline) => request.deadline(deadline).build(),
            None => request.build(),
        }
    }
}

/// There is no function of this name; perhaps there is one with nearly this name.
pub(super) fn missing(program: &Program, name: &str) -> String {
    let names = program.file().functions().map(|function| function.name());
    let near = tfrt_ir::nearest(name, names.filter(|known| !known.is_empty()));
    let program = program_name();
    match near {
        Some(near) => {
            format!("{program}: couldn't find function {name}\n{program}: did you mean '{near}'?")
        }
        None => format!("{program}: couldn't find function {name}"),
    }
}
