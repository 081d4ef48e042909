//! Functions and regions: blocks, ops, the names of their attributes.

use super::{Decoder, Kernel};
use smallvec::SmallVec;
use tfrt_bef::{FunctionId, FunctionRefName, FunctionView, KernelView, StringIx};
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::{Body, NamedAttr, OpRegions, OpState};
use tfrt_ir::entity::{Region, Value};
use tfrt_ir::handles::{Ident, Loc};

/// The value of an attribute when the file does not have its name.
const UNKNOWN_VALUE: i32 = -559_038_737;

impl<'a> Decoder<'a> {
    /// Fills a region of `body` with the kernels of a function whose location is `loc`.
    pub(super) fn fill(&mut self, body: &mut Body, region: Region, function: FunctionView<'a>, loc: Loc) {
        let ctx = self.ctx;
        let block = body.append_block(region);
        body.reserve(function.num_kernels());
        let mut values: Vec<Value> = Vec::with_capacity(function.num_registers());
        for ty in function.arg_types() {
            values.push(body.add_block_arg(block, self.types[ty.index()], loc));
        }
        let register_types = function.register_types();
        let mut names =
            self.file.attribute_names().map(|names| &names[function.record().first_name as usize..]);
        let mut attrs: Vec<NamedAttr> = Vec::new();
        for kernel in function.kernels() {
            let Kernel { name, is_isolated, keeps_names } = self.kernels[kernel.code().index()];
            let loc = kernel.location().map_or(ctx.unknown_loc(), |location| self.location(location));
            let mut state = OpState::new(name, loc);
            state.operands.extend(kernel.operands().iter().map(|&register| values[register as usize]));
            state.result_types.extend(kernel.results().map(|register| match register_types {
                Some(types) => self.types[types[register as usize].index()],
                None => ctx.none(),
            }));
            attrs.clear();
            let mut regions = SmallVec::<[FunctionId; 2]>::new();
            if kernel.record().num_attrs != 0 || kernel.record().num_functions != 0 {
                self.attributes(&kernel, keeps_names, &mut names, &mut attrs);
                regions.extend(
                    kernel.functions().iter().copied().filter(|&id| self.file.function(id).is_region()),
                );
            }
            if !regions.is_empty() {
                state.regions = self.regions(body, &regions, is_isolated, loc);
            }
            let duplicates = attrs.windows(2).any(|pair| pair[0].0 == pair[1].0);
            if !duplicates {
                state.attrs.extend_from_slice(&attrs);
            }
            let op = body.create_op(ctx, state);
            if duplicates {
                body.set_attrs_verbatim(op, &attrs);
            }
            body.append_op(block, op);
            values.extend(body.results(op));
        }
        let results: SmallVec<[Value; 8]> =
            function.result_registers().iter().map(|&register| values[register as usize]).collect();
        let op = body.create_op(ctx, OpState::new(self.return_name, loc).operands(&results));
        body.append_op(block, op);
    }

    fn regions(&mut self, body: &mut Body, ids: &[FunctionId], isolated: bool, loc: Loc) -> OpRegions {
        let file = self.file;
        if isolated {
            let mut nested = Body::new();
            for &id in ids {
                let region = nested.add_root_region();
                self.fill(&mut nested, region, file.function(id), loc);
            }
            return OpRegions::Nested(Box::new(nested));
        }
        let mut regions = SmallVec::new();
        for &id in ids {
            let region = body.create_region();
            self.fill(body, region, file.function(id), loc);
            regions.push(region);
        }
        OpRegions::Inline(regions)
    }

    /// Collects the attributes of a kernel, sorted by name; `names` loses those that belong to it.
    fn attributes(
        &mut self,
        kernel: &KernelView<'a>,
        keeps_names: bool,
        names: &mut Option<&'a [u32]>,
        attrs: &mut Vec<NamedAttr>,
    ) {
        let ctx = self.ctx;
        let (kernel_attrs, functions) = (kernel.attrs(), kernel.functions());
        let Some(all) = names else {
            for i in 0..kernel_attrs.len() {
                attrs.push((self.made_up_name(i), ctx.i32_attr(UNKNOWN_VALUE)));
            }
            self.callees(functions, attrs);
            sort(ctx, attrs);
            return;
        };
        let (own, rest) = all.split_at(kernel_attrs.len() + functions.len());
        *all = rest;
        let (attr_names, function_names) = own.split_at(kernel_attrs.len());
        for (&ix, &name) in kernel_attrs.iter().zip(attr_names) {
            let attr = self.attr(ix);
            attrs.push((self.ident(StringIx(name)), attr));
        }
        if keeps_names {
            self.references(functions, function_names, attrs);
        } else {
            self.callees(functions, attrs);
        }
        if !functions.is_empty() {
            sort(ctx, attrs);
        }
    }

    fn made_up_name(&mut self, i: usize) -> Ident {
        while self.made_up_names.len() <= i {
            self.made_up_names.push(self.ctx.ident(&format!("attr{}", self.made_up_names.len())));
        }
        self.made_up_names[i]
    }

    fn symbol(&mut self, id: FunctionId) -> Attr {
        let name = self.ident(self.file.function(id).record().name);
        self.ctx.symbol_ref_ident(name)
    }

    /// References to functions, each as an attribute called `callee`.
    fn callees(&mut self, functions: &[FunctionId], attrs: &mut Vec<NamedAttr>) {
        for &id in functions {
            if !self.file.function(id).is_region() {
                let symbol = self.symbol(id);
                attrs.push((self.callee, symbol));
            }
        }
    }

    /// References to functions under the names they had.
    fn references(&mut self, functions: &[FunctionId], names: &[u32], attrs: &mut Vec<NamedAttr>) {
        let mut list: Option<(StringIx, Vec<Attr>)> = None;
        for (&id, &word) in functions.iter().zip(names) {
            let name = FunctionRefName::from_word(word);
            if let Some((open, elements)) = list.take_if(|(open, _)| name != FunctionRefName::Element(*open))
            {
                attrs.push((self.ident(open), self.ctx.array_attr(&elements)));
            }
            match name {
                FunctionRefName::Region => {}
                FunctionRefName::Single(name) => {
                    let symbol = self.symbol(id);
                    attrs.push((self.ident(name), symbol));
                }
                FunctionRefName::Element(name) => {
                    let element = self.symbol(id);
                    list.get_or_insert_with(|| (name, Vec::new())).1.push(element);
                }
            }
        }
        if let Some((name, elements)) = list {
            attrs.push((self.ident(name), self.ctx.array_attr(&elements)));
        }
    }
}

/// Puts attributes in the order of their names. Two with one name change places: that is how existing tools show them.
fn sort(ctx: &tfrt_ir::context::Context, attrs: &mut [NamedAttr]) {
    if let [first, second] = attrs
        && first.0 == second.0
    {
        std::mem::swap(first, second);
        return;
    }
    tfrt_ir::body::sort_attrs(ctx, attrs);
}
