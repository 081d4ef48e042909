//! Ensembles of decision trees: `TreeEnsembleRegressor`, `TreeEnsembleClassifier`, and `TreeEnsemble` of version 5.
//!
//! The attributes of all three become one list of nodes, in which children come after their parents. A test for membership becomes a test for each
//! member, so that the kernel knows comparisons only.

use rustc_hash::FxHashMap;
use tfrt_ops::DType;
use tfrt_ops::trees::{DECISIONS, LEAF, MISSING};

use super::{
    floats_or_tensor, gather, ints, label_above, labels, numbers, of_two, rows, to_float, transformed,
};
use crate::builder::{Attribute, Builder, Result, Tensor};
use crate::constant::Constant;
use crate::node::Node;
use crate::ops::Table;

pub(super) const OPS: Table = &[
    ("TreeEnsembleRegressor", regressor),
    ("TreeEnsembleClassifier", classifier),
    ("TreeEnsemble", ensemble),
];

/// The mode of a test for equality.
const EQUAL: usize = 4;

/// A node; others are places in the list.
enum TreeNode {
    Decision {
        mode: usize,
        missing: bool,
        feature: i64,
        value: f64,
        yes: usize,
        no: usize,
    },
    /// Weights of targets.
    Leaf(Vec<(i64, f64)>),
}

/// Trees as they are collected.
#[derive(Default)]
struct Forest {
    nodes: Vec<TreeNode>,
    roots: Vec<usize>,
}

impl Forest {
    /// The nodes in an order in which children come after their parents.
    fn order(&self) -> Result<Vec<usize>> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.nodes.len()];
        let mut reversed = Vec::with_capacity(self.nodes.len());
        for &root in self.roots.iter().rev() {
            let mut stack = vec![root];
            while let Some(&at) = stack.last() {
                let node = self.nodes.get(at).ok_or_else(|| format!("there is no node {at}"))?;
                match marks[at] {
                    Mark::New => {
                        marks[at] = Mark::Open;
                        if let TreeNode::Decision { yes, no, .. } = node {
                            for &child in [yes, no] {
                                match marks.get(child) {
                                    None => return Err(format!("there is no node {child}")),
                                    Some(Mark::Open) => return Err("a tree has a cycle".into()),
                                    Some(Mark::New) => stack.push(child),
                                    Some(Mark::Done) => {}
                                }
                            }
                        }
                    }
                    Mark::Open => {
                        marks[at] = Mark::Done;
                        reversed.push(at);
                        stack.pop();
                    }
                    Mark::Done => {
                        stack.pop();
                    }
                }
            }
        }
        reversed.reverse();
        Ok(reversed)
    }

    /// The scores of rows, and the places of the largest.
    fn write(
        &self,
        b: &mut Builder<'_>,
        x: &Tensor,
        base: &[f64],
        aggregate: &'static str,
    ) -> Result<[Tensor; 2]> {
        let x = to_float(b, x)?;
        let x = rows(b, &x)?;
        let dtype = x.dtype()?;
        let order = self.order()?;
        let mut places = vec![0; self.nodes.len()];
        for (place, &at) in order.iter().enumerate() {
            places[at] = place as i64;
        }
        let (mut codes, mut thresholds, mut targets, mut weights) = (vec![], vec![], vec![], vec![]);
        for &at in &order {
            match &self.nodes[at] {
                TreeNode::Decision { mode, missing, feature, value, yes, no } => {
                    let mode = *mode as i64 + if *missing { i64::from(MISSING) } else { 0 };
                    codes.extend([mode, *feature, places[*yes], places[*no]]);
                    thresholds.push(*value);
                }
                TreeNode::Leaf(all) => {
                    let first = weights.len() as i64;
                    for &(target, weight) in all {
                        targets.push(target);
                        weights.push(weight);
                    }
                    codes.extend([i64::from(LEAF), first, weights.len() as i64, 0]);
                    thresholds.push(0.0);
                }
            }
        }
        if let Some(target) = targets.iter().find(|&&target| !(0..base.len() as i64).contains(&target)) {
            return Err(format!("target {target} is not one of {}", base.len()));
        }
        let features = x.dim(1).unwrap_or(i64::from(i32::MAX));
        let used = self.nodes.iter().filter_map(|node| match node {
            TreeNode::Decision { feature, .. } => Some(*feature),
            TreeNode::Leaf(_) => None,
        });
        if let Some(feature) = used.into_iter().find(|feature| !(0..features).contains(feature)) {
            return Err(format!("feature {feature} is not one of {features}"));
        }
        let roots: Vec<i64> = self.roots.iter().map(|&root| places[root]).collect();
        let list = |values: &[i64], dims: &[i64]| {
            let fits = values.iter().all(|&value| i32::try_from(value).is_ok());
            let constant = fits.then(|| Constant::of_ints(DType::I32, dims, values));
            Tensor::of_constant(constant.ok_or("there are too many nodes")?)
        };
        let reals = |values: &[f64]| Tensor::of_constant(numbers(dtype, &[values.len() as i64], values));
        let results = b.ops(
            "onnx_ml.TreeEnsemble",
            &[
                &x,
                &list(&codes, &[order.len() as i64, 4])?,
                &reals(&thresholds)?,
                &list(&roots, &[roots.len() as i64])?,
                &list(&targets, &[targets.len() as i64])?,
                &reals(&weights)?,
                &reals(base)?,
            ],
            [("aggregate", Attribute::Text(aggregate))],
            2,
        )?;
        results.try_into().map_err(|_| "the trees give no scores".to_owned())
    }
}

/// The trees of versions before 5; attributes of leaves start with `class` or `target`.
fn forest(n: &Node<'_>, kind: &str) -> Result<Forest> {
    let (trees, ids) = (ints(n, "nodes_treeids"), ints(n, "nodes_nodeids"));
    let (features, values) = (ints(n, "nodes_featureids"), floats_or_tensor(n, "nodes_values")?);
    let (yes, no) = (ints(n, "nodes_truenodeids"), ints(n, "nodes_falsenodeids"));
    let modes = n.attr("nodes_modes").map_or(&[][..], |attr| &attr.strings);
    let missing = ints(n, "nodes_missing_value_tracks_true");
    let count = trees.len();
    let lengths = [ids.len(), features.len(), values.len(), yes.len(), no.len(), modes.len()];
    if lengths.iter().any(|&length| length != count) || !matches!(missing.len(), 0) && missing.len() != count
    {
        return Err("the attributes of nodes have different lengths".into());
    }
    let mut place: FxHashMap<(i64, i64), usize> = FxHashMap::default();
    for (at, (&tree, &id)) in trees.iter().zip(&ids).enumerate() {
        if place.insert((tree, id), at).is_some() {
            return Err(format!("node {id} of tree {tree} occurs twice"));
        }
    }
    let of = |tree: i64, id: i64| {
        place.get(&(tree, id)).copied().ok_or_else(|| format!("tree {tree} has no node {id}"))
    };
    let mut forest = Forest::default();
    let mut has_parent = vec![false; count];
    for at in 0..count {
        if modes[at] == b"LEAF" {
            forest.nodes.push(TreeNode::Leaf(Vec::new()));
            continue;
        }
        let mode = DECISIONS.iter().position(|mode| mode.as_bytes() == modes[at]);
        let mode = mode.ok_or_else(|| n.refuse("mode", &String::from_utf8_lossy(&modes[at])))?;
        let (yes, no) = (of(trees[at], yes[at])?, of(trees[at], no[at])?);
        has_parent[yes] = true;
        has_parent[no] = true;
        let missing = missing.get(at).is_some_and(|&missing| missing != 0);
        forest.nodes.push(TreeNode::Decision {
            mode,
            missing,
            feature: features[at],
            value: values[at],
            yes,
            no,
        });
    }
    forest.roots = (0..count).filter(|&at| !has_parent[at]).collect();
    let of_leaves = |part: &str| ints(n, &format!("{kind}_{part}"));
    let (trees, ids, targets) = (of_leaves("treeids"), of_leaves("nodeids"), of_leaves("ids"));
    let weights = floats_or_tensor(n, &format!("{kind}_weights"))?;
    if [ids.len(), targets.len(), weights.len()].iter().any(|&length| length != trees.len()) {
        return Err("the attributes of leaves have different lengths".into());
    }
    for at in 0..trees.len() {
        let leaf = of(trees[at], ids[at])?;
        // Some exporters also give weights to decisions, which count nowhere.
        if let TreeNode::Leaf(all) = &mut forest.nodes[leaf] {
            all.push((targets[at], weights[at]));
        }
    }
    Ok(forest)
}

/// The base of each target.
fn base(n: &Node<'_>, targets: usize) -> Result<Vec<f64>> {
    let base = floats_or_tensor(n, "base_values")?;
    match base.len() {
        0 => Ok(vec![0.0; targets]),
        length if length == targets => Ok(base),
        length => Err(format!("there are {length} base values for {targets} targets")),
    }
}

/// A number of targets, which is bounded by the features that a tensor can have.
fn targets(n: &Node<'_>) -> Result<usize> {
    let count = n.int("n_targets", 1);
    let fits = usize::try_from(count).ok().filter(|count| (1..=1 << 20).contains(count));
    fits.ok_or_else(|| n.refuse("n_targets", &count.to_string()))
}

/// Scores of targets; ONNX and ONNX Runtime disagree about transforms of one target.
fn of_targets(b: &mut Builder<'_>, n: &Node<'_>, scores: &Tensor, kind: &str) -> Result<Vec<Tensor>> {
    if scores.dim(1) == Some(1) && !matches!(kind, "NONE" | "PROBIT") {
        return Err(n.refuse("post_transform", &format!("'{kind}' of one target")));
    }
    Ok(vec![transformed(b, n, scores, kind)?])
}

fn regressor(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let aggregate = match n.text("aggregate_function", "SUM")? {
        "SUM" => "SUM",
        "AVERAGE" => "AVERAGE",
        "MIN" => "MIN",
        "MAX" => "MAX",
        other => return Err(n.refuse("aggregate_function", &format!("'{other}'"))),
    };
    let base = base(n, targets(n)?)?;
    let [scores, _] = forest(n, "target")?.write(b, n.input(0)?, &base, aggregate)?;
    let scores = b.cast(&scores, DType::F32)?;
    of_targets(b, n, &scores, n.text("post_transform", "NONE")?)
}

fn classifier(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let kind = n.text("post_transform", "NONE")?;
    let names =
        labels(n, "classlabels_int64s", "classlabels_strings")?.ok_or("there are no labels of classes")?;
    let count = names.dim(0).unwrap_or(0) as usize;
    let mut forest = forest(n, "class")?;
    let weights = || {
        forest.nodes.iter().flat_map(|node| match node {
            TreeNode::Leaf(all) => &all[..],
            TreeNode::Decision { .. } => &[],
        })
    };
    let first = weights().next().map(|&(class, _)| class);
    let single = first.filter(|&class| weights().all(|&(own, _)| own == class));
    let (Some(class), 2) = (single, count) else {
        let base = base(n, count)?;
        let [scores, places] = forest.write(b, n.input(0)?, &base, "SUM")?;
        let scores = b.cast(&scores, DType::F32)?;
        return Ok(vec![gather(b, &names, &places)?, transformed(b, n, &scores, kind)?]);
    };
    // Two classes, of which one has scores: a probability, or a number whose sign decides.
    let is_probability = weights().all(|&(_, weight)| weight >= 0.0);
    let base = base(n, 1)?;
    for node in &mut forest.nodes {
        if let TreeNode::Leaf(all) = node {
            all.iter_mut().for_each(|(class, _)| *class = 0);
        }
    }
    let [score, _] = forest.write(b, n.input(0)?, &base, "SUM")?;
    let label = label_above(b, &names, &score, if is_probability { 0.5 } else { 0.0 })?;
    let score = b.cast(&score, DType::F32)?;
    let scores = match class {
        0 => of_two(b, n, &score, kind, is_probability)?,
        _ => {
            let zero = b.number(DType::F32, 0.0)?;
            let zeros = b.op("tf.Mul", &[&score, &zero], crate::builder::NONE)?;
            let both = super::beside(b, &[&zeros, &score])?;
            transformed(b, n, &both, kind)?
        }
    };
    Ok(vec![label, scores])
}

/// `TreeEnsemble` of version 5: decisions and leaves are apart, modes and transforms are numbers.
fn ensemble(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let aggregate = match n.int("aggregate_function", 1) {
        0 => "AVERAGE",
        1 => "SUM",
        2 => "MIN",
        3 => "MAX",
        other => return Err(n.refuse("aggregate_function", &other.to_string())),
    };
    let kind = match n.int("post_transform", 0) {
        0 => "NONE",
        1 => "SOFTMAX",
        2 => "LOGISTIC",
        3 => "SOFTMAX_ZERO",
        4 => "PROBIT",
        other => return Err(n.refuse("post_transform", &other.to_string())),
    };
    let tensor = |name: &str| {
        let constant = n.tensor(name)?.ok_or_else(|| format!("the attribute '{name}' is missing"))?;
        constant.floats().ok_or_else(|| format!("the tensor '{name}' has no numbers"))
    };
    let (modes, splits) = (tensor("nodes_modes")?, tensor("nodes_splits")?);
    let (features, yes, no) =
        (ints(n, "nodes_featureids"), ints(n, "nodes_truenodeids"), ints(n, "nodes_falsenodeids"));
    let (yes_is_leaf, no_is_leaf) = (ints(n, "nodes_trueleafs"), ints(n, "nodes_falseleafs"));
    let missing = ints(n, "nodes_missing_value_tracks_true");
    let (targets_of, weights) = (ints(n, "leaf_targetids"), tensor("leaf_weights")?);
    let count = modes.len();
    let lengths = [splits.len(), features.len(), yes.len(), no.len(), yes_is_leaf.len(), no_is_leaf.len()];
    let agree = lengths.iter().all(|&length| length == count)
        && (missing.is_empty() || missing.len() == count)
        && targets_of.len() == weights.len();
    if !agree {
        return Err("the attributes of nodes have different lengths".into());
    }
    // Members of the tests in order, each list ended by not-a-number.
    let members = match n.attr("membership_values") {
        Some(_) => tensor("membership_values")?,
        None => Vec::new(),
    };
    let mut lists = members.split(|value| value.is_nan());
    let mut forest = Forest::default();
    let place = |at: i64, is_leaf: i64| {
        let limit = if is_leaf != 0 { weights.len() } else { count };
        let at = usize::try_from(at)
            .ok()
            .filter(|&at| at < limit)
            .ok_or_else(|| format!("there is no node {at}"))?;
        Ok::<usize, String>(if is_leaf != 0 { count + at } else { at })
    };
    // Tests for the second and further members come after the leaves.
    let mut further = Vec::new();
    for at in 0..count {
        let (yes, no) = (place(yes[at], yes_is_leaf[at])?, place(no[at], no_is_leaf[at])?);
        let missing = missing.get(at).is_some_and(|&missing| missing != 0);
        let feature = features[at];
        let decision = |mode, value, no| TreeNode::Decision { mode, missing, feature, value, yes, no };
        let node = match modes[at] {
            mode if (0.0..6.0).contains(&mode) => decision(mode as usize, splits[at], no),
            6.0 => {
                let list = lists.next().ok_or("a test for membership has no members")?;
                let mut otherwise = no;
                for &value in list.iter().skip(1) {
                    let own = count + weights.len() + further.len();
                    further.push(decision(EQUAL, value, otherwise));
                    otherwise = own;
                }
                // A list without members holds for nothing.
                decision(EQUAL, list.first().copied().unwrap_or(f64::NAN), otherwise)
            }
            mode => return Err(n.refuse("mode", &mode.to_string())),
        };
        forest.nodes.push(node);
    }
    let leaves = targets_of.iter().zip(&weights);
    forest.nodes.extend(leaves.map(|(&target, &weight)| TreeNode::Leaf(vec![(target, weight)])));
    forest.nodes.append(&mut further);
    for root in ints(n, "tree_roots") {
        forest.roots.push(place(root, 0)?);
    }
    let base = vec![0.0; targets(n)?];
    let [scores, _] = forest.write(b, n.input(0)?, &base, aggregate)?;
    of_targets(b, n, &scores, kind)
}
