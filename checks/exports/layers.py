"""Layers and functions of PyTorch, one or a few in each model."""

import torch
import torch.nn.functional as F
from torch import nn

from .pytorch import Cases

OPSETS = {"traced": (13, 17), "dynamo": (20,)}


def r(*sizes):
    return torch.randn(*sizes)


def convolutions(cases):
    add = lambda name, make, *calls, **how: cases.add(name, make, *calls, **{**OPSETS, **how})
    add("conv1d_same", lambda: nn.Conv1d(3, 4, 5, padding="same"), r(2, 3, 20), r(3, 3, 31))
    add("conv1d_circular", lambda: nn.Conv1d(3, 4, 3, padding=1, padding_mode="circular"), r(2, 3, 20), r(1, 3, 9))
    add("conv2d_reflect", lambda: nn.Conv2d(3, 4, 3, padding=1, padding_mode="reflect"), r(1, 3, 9, 8), r(2, 3, 7, 7))
    add("conv2d_groups_dilated", lambda: nn.Conv2d(4, 6, 3, groups=2, dilation=2, padding=2, stride=2), r(1, 4, 16, 16), r(3, 4, 19, 17))
    add("conv3d", lambda: nn.Conv3d(2, 3, (2, 3, 3), stride=(1, 2, 2), padding=(0, 1, 1)), r(1, 2, 5, 8, 8), r(2, 2, 6, 7, 9))
    add("conv_transpose1d", lambda: nn.ConvTranspose1d(3, 2, 4, stride=2, padding=1, output_padding=1), r(1, 3, 7), r(2, 3, 10))
    add("conv_transpose2d_groups", lambda: nn.ConvTranspose2d(4, 4, 3, stride=2, groups=2, dilation=2), r(1, 4, 5, 6), r(2, 4, 8, 7))
    add("conv_transpose3d", lambda: nn.ConvTranspose3d(2, 3, 3, stride=2, padding=1), r(1, 2, 3, 4, 4), r(2, 2, 3, 4, 4))
    add("pool_ceil", lambda: nn.Sequential(nn.MaxPool2d(3, 2, ceil_mode=True), nn.AvgPool2d(3, 2, ceil_mode=True, count_include_pad=False)),
        r(1, 2, 20, 21), r(2, 2, 17, 16))
    add("pool_padded", lambda: nn.AvgPool2d(3, 2, padding=1), r(1, 2, 20, 21), r(2, 2, 17, 16))
    add("pool_adaptive", lambda: nn.Sequential(nn.AdaptiveAvgPool2d((4, 4)), nn.AdaptiveMaxPool2d(1)), r(1, 2, 16, 8), r(5, 2, 16, 8))
    add("pool_1d3d", lambda: nn.Sequential(nn.MaxPool3d(2), nn.Flatten(2), nn.AvgPool1d(2), nn.LPPool1d(2, 3)), r(1, 2, 4, 6, 6), r(2, 2, 4, 6, 6))
    add("pool_unpool", Unpooled, r(1, 2, 8, 8), r(2, 2, 8, 8), dynamo=())
    add("fold_unfold", lambda: nn.Sequential(nn.Unfold(3, padding=1), nn.Fold((8, 8), 3, padding=1)), r(1, 2, 8, 8), r(3, 2, 8, 8), traced=(18,))
    add("pixel_shuffle", lambda: nn.Sequential(nn.PixelShuffle(2), nn.PixelUnshuffle(4)), r(1, 8, 4, 8), r(2, 8, 8, 8))
    add("channel_shuffle", lambda: nn.ChannelShuffle(2), r(1, 8, 4, 8), r(2, 8, 6, 8))
    add("local_response", lambda: nn.LocalResponseNorm(3), r(1, 8, 4, 8), r(2, 8, 6, 8))


class Unpooled(nn.Module):
    def forward(self, x):
        y, at = F.max_pool2d(x, 2, return_indices=True)
        return F.max_unpool2d(y, at, 2), at


def normalizations(cases):
    add = lambda name, make, *calls, **how: cases.add(name, make, *calls, **{**OPSETS, **how})
    add("norms", lambda: nn.Sequential(nn.BatchNorm2d(4), nn.InstanceNorm2d(4, affine=True), nn.GroupNorm(2, 4), nn.LayerNorm([6, 6])),
        r(2, 4, 6, 6), r(1, 4, 6, 6))
    add("instance_norm_1d", lambda: nn.InstanceNorm1d(3), r(2, 3, 9), r(1, 3, 4))
    add("group_norm_1d", lambda: nn.GroupNorm(2, 6), r(2, 6, 9), r(1, 6, 4))
    add("rms_norm", lambda: nn.RMSNorm(8), r(2, 3, 8), r(4, 1, 8), traced=(17,), dynamo=(18, 23))
    add("weight_norm", lambda: nn.utils.parametrizations.weight_norm(nn.Conv1d(3, 4, 3)), r(2, 3, 9), r(1, 3, 5))
    add("spectral_norm", lambda: nn.utils.parametrizations.spectral_norm(nn.Linear(5, 6)), r(2, 5), r(1, 5))
    add("normalize", Normalized, r(2, 5, 3), r(1, 5, 4))


class Normalized(nn.Module):
    def forward(self, x):
        return F.normalize(x, dim=1), F.cosine_similarity(x, x.flip(1), dim=1), torch.linalg.norm(x, dim=-1), torch.cdist(x, x * 2)


def activations(cases):
    names = ["ReLU6", "ELU", "SELU", "CELU", "GELU", "SiLU", "Mish", "Hardswish", "Hardsigmoid", "Hardtanh", "Softplus", "Softsign", "Softshrink",
             "Hardshrink", "Tanhshrink", "LogSigmoid", "PReLU", "LeakyReLU"]
    for name in names:
        cases.add(f"activation_{name}", getattr(nn, name), r(2, 4, 5), r(3, 4, 6), traced=(11,), dynamo=(20,))
    cases.add("activation_glu", lambda: nn.Sequential(nn.GLU(1), nn.Softmax(-1), nn.LogSoftmax(1), nn.Softmin(0)), r(2, 4, 5), r(3, 4, 6), **OPSETS)
    cases.add("activation_gelu_tanh", lambda: nn.GELU("tanh"), r(2, 4, 5), r(3, 4, 6), **OPSETS)


MODES = [("nearest", None), ("nearest-exact", None), ("bilinear", False), ("bilinear", True), ("bicubic", False), ("bicubic", True), ("area", None)]


def resampling(cases):
    for mode, corners in MODES:
        for to in ("size", "scale", "computed"):
            def resize(x, mode=mode, corners=corners, to=to):
                how = {"mode": mode} if corners is None else {"mode": mode, "align_corners": corners}
                if to == "size":
                    return F.interpolate(x, size=(11, 5), **how)
                if to == "scale":
                    # Corners that are aligned by a factor that does not give a whole size are not where the specification has them.
                    return F.interpolate(x, scale_factor=(2.0, 3.0) if corners else (1.7, 2.0), **how)
                return F.interpolate(x, size=(x.shape[2] * 2, x.shape[3] + 3), **how)
            name = f"resize_{mode}_{'corners_' if corners else ''}{to}"
            cases.function(name, resize, r(1, 2, 7, 6), r(2, 2, 9, 10), traced=(11, 18), dynamo=(18,))
    cases.function("resize_antialias", lambda x: F.interpolate(x, size=(5, 4), mode="bilinear", antialias=True), r(1, 2, 17, 16), r(3, 2, 17, 16), traced=(18,))
    cases.function("resize_linear_1d", lambda x: F.interpolate(x, scale_factor=2.5, mode="linear"), r(1, 2, 17), r(3, 2, 8), **OPSETS)
    cases.function("resize_trilinear", lambda x: F.interpolate(x, scale_factor=2, mode="trilinear", align_corners=True), r(1, 2, 3, 4, 5), r(2, 2, 4, 4, 4), **OPSETS)
    for mode in ("bilinear", "nearest", "bicubic"):
        for pad in ("zeros", "border", "reflection"):
            for corners in (False, True):
                cases.function(f"grid_sample_{mode}_{pad}_{int(corners)}", lambda x, g, m=mode, p=pad, c=corners: F.grid_sample(x, g, m, p, c),
                               (r(1, 2, 7, 6), r(1, 5, 4, 2)), (r(2, 2, 5, 8), r(2, 3, 3, 2)), traced=(16,), dynamo=(20,))
    cases.function("grid_sample_3d", lambda x, g: F.grid_sample(x, g), (r(1, 2, 4, 5, 6), r(1, 3, 3, 3, 3)), (r(2, 2, 4, 5, 6), r(2, 3, 3, 3, 3)), traced=(20,), dynamo=(20,))
    cases.function("affine_grid", lambda t: F.affine_grid(t, (2, 3, 5, 6), align_corners=False), r(2, 2, 3), traced=(20,), dynamo=(20,))
    for mode in ("reflect", "replicate", "circular", "constant"):
        cases.function(f"pad_{mode}", lambda x, m=mode: F.pad(x, (1, 2, 2, 1), m), r(1, 2, 7, 6), r(2, 2, 4, 5), **OPSETS)
    cases.function("pad_negative", lambda x: F.pad(x, (-1, 2, 2, -1), value=3.0), r(1, 2, 7, 6), r(2, 2, 4, 5), **OPSETS)
    cases.function("pad_computed", lambda x: F.pad(x, (0, (8 - x.shape[-1] % 8) % 8, 0, (8 - x.shape[-2] % 8) % 8)), r(1, 2, 7, 6), r(2, 2, 14, 5), **OPSETS)


class Packed(nn.Module):
    def __init__(self, cell, **how):
        super().__init__()
        self.cell = cell(5, 6, batch_first=True, **how)

    def forward(self, x, lengths):
        packed = nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=True)
        y, state = self.cell(packed)
        return nn.utils.rnn.pad_packed_sequence(y, batch_first=True)[0], state


class Decoder(nn.Module):
    """A loop over steps with a cell."""

    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell(4, 4)

    def forward(self, x, steps: int = 4):
        h = torch.zeros(x.shape[0], 4)
        c = torch.zeros(x.shape[0], 4)
        all_h = []
        for i in range(x.shape[1]):
            h, c = self.cell(x[:, i], (h, c))
            all_h.append(h)
        return torch.stack(all_h, 1)


class Recurrent(nn.Module):
    def __init__(self, cell, **how):
        super().__init__()
        self.cell = cell(5, 6, **how)

    def forward(self, x):
        return self.cell(x)


class WithState(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTM(5, 6, num_layers=2, batch_first=True)

    def forward(self, x, h, c):
        y, (h, c) = self.cell(x, (h, c))
        return y, h, c


def recurrences(cases):
    for name in ("LSTM", "GRU", "RNN"):
        cell = getattr(nn, name)
        cases.add(f"{name}", lambda cell=cell: Recurrent(cell), r(7, 2, 5), r(9, 3, 5), **OPSETS)
        cases.add(f"{name}_both_deep", lambda cell=cell: Recurrent(cell, num_layers=2, bidirectional=True, batch_first=True), r(2, 7, 5), r(3, 4, 5), **OPSETS)
        cases.add(f"{name}_packed", lambda cell=cell: Packed(cell, bidirectional=True), (r(3, 7, 5), torch.tensor([7, 5, 2])), (r(2, 6, 5), torch.tensor([6, 3])),
                  traced=(11, 17), dynamo=())
    cases.add("LSTM_projected", lambda: Recurrent(nn.LSTM, proj_size=3), r(7, 2, 5), r(9, 3, 5), **OPSETS)
    cases.add("LSTM_state", WithState, (r(2, 7, 5), r(2, 2, 6), r(2, 2, 6)), (r(3, 4, 5), r(2, 3, 6), r(2, 3, 6)), **OPSETS)
    cases.add("LSTM_cells", Decoder, r(2, 5, 4), **OPSETS)
    cases.add("LSTM_cells_script", Decoder, r(2, 5, 4), r(3, 8, 4), traced=(11, 17), dynamo=(), script=True)


class SelfAttention(nn.Module):
    def __init__(self, **how):
        super().__init__()
        self.attend = nn.MultiheadAttention(16, 4, batch_first=True, **how)

    def forward(self, x, mask):
        y, weights = self.attend(x, x, x, key_padding_mask=mask)
        return y, weights


class Seq2Seq(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Transformer(16, 2, 2, 2, 32, batch_first=True)

    def forward(self, a, b):
        mask = nn.Transformer.generate_square_subsequent_mask(b.shape[1])
        return self.net(a, b, tgt_mask=mask)


def attention(cases):
    cases.add("multi_head", SelfAttention, (r(2, 5, 16), torch.rand(2, 5) > 0.8), (r(3, 7, 16), torch.rand(3, 7) > 0.8), **OPSETS)
    cases.add("multi_head_bias_kv", lambda: SelfAttention(add_bias_kv=True), (r(2, 5, 16), torch.rand(2, 5) > 0.8), (r(3, 7, 16), torch.rand(3, 7) > 0.8), traced=(17,), dynamo=(18,))
    cases.add("encoder", lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32, batch_first=True), 2), r(2, 5, 16), r(3, 9, 16), **OPSETS)
    cases.add("encoder_first_gelu", lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32, norm_first=True, activation="gelu"), 2), r(5, 2, 16), r(9, 3, 16), **OPSETS)
    cases.add("seq2seq", Seq2Seq, (r(2, 5, 16), r(2, 4, 16)), (r(3, 8, 16), r(3, 6, 16)), traced=(17,), dynamo=(18,))
    qkv = lambda b, h, t, s: (r(b, h, t, 8), r(b, h, s, 8), r(b, h, s, 8))
    cases.function("sdpa", lambda q, k, v: F.scaled_dot_product_attention(q, k, v), qkv(2, 2, 5, 7), qkv(1, 2, 3, 4), traced=(14, 17), dynamo=(18, 23))
    cases.function("sdpa_causal", lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), qkv(2, 2, 5, 5), qkv(1, 2, 3, 3), traced=(14, 17), dynamo=(18, 23))
    cases.function("sdpa_mask", lambda q, k, v, m: F.scaled_dot_product_attention(q, k, v, m, scale=0.3), (*qkv(2, 2, 5, 7), torch.rand(2, 1, 5, 7) > 0.3),
                   (*qkv(1, 2, 3, 4), torch.rand(1, 1, 3, 4) > 0.1), traced=(14, 17), dynamo=(18, 23))
    cases.function("sdpa_grouped", lambda q, k, v: F.scaled_dot_product_attention(q, k, v, enable_gqa=True), (r(2, 4, 5, 8), r(2, 2, 7, 8), r(2, 2, 7, 8)),
                   (r(1, 4, 3, 8), r(1, 2, 4, 8), r(1, 2, 4, 8)), traced=(), dynamo=(18, 23))


def indexing(cases):
    def add(name, function, *calls, **how):
        cases.function(name, function, *calls, **{"traced": (13, 16), "dynamo": (18,), **how})
    ints = lambda high, *sizes: torch.randint(0, high, sizes)
    a, b = r(4, 5, 6), r(3, 5, 6)
    add("index_rows", lambda x, i: x[i], (a, ints(4, 3)), (b, ints(3, 7)))
    add("index_middle", lambda x, i: x[:, i], (a, ints(5, 3)), (b, ints(5, 7)))
    add("index_pairs", lambda x, i, j: x[i, :, j], (a, ints(4, 3), ints(6, 3)), (b, ints(3, 5), ints(6, 5)))
    add("index_grid", lambda x, i, j: x[i[:, None], j[None]], (a, ints(4, 3), ints(5, 2)), (b, ints(3, 5), ints(5, 4)))
    add("index_mask", lambda x: x[x > 0], a, b)
    add("index_mask_rows", lambda x, m: x[m] * 2, (a, torch.tensor([True, False, True, True])), (b, torch.tensor([False, True, True])))
    add("index_negative_steps", lambda x: (x[-2:], x[:, ::2], x[..., 1:-1], x.flip(0), x[:, -1]), a, b)
    def put(x, i, v):
        y = x.clone()
        y[i] = v
        return y
    add("index_put_rows", put, (a, torch.tensor([0, 2]), r(2, 5, 6)), (b, torch.tensor([2, 1]), r(2, 5, 6)))
    def put_more(x, i, v):
        return x.index_put((i,), v, accumulate=True)
    add("index_put_accumulate", put_more, (a, torch.tensor([0, 2, 0]), r(3, 5, 6)), (b, torch.tensor([2, 1, 2]), r(3, 5, 6)))
    def put_mask(x):
        y = x.clone()
        y[y > 0.5] = -1.0
        return y
    add("index_put_mask", put_mask, a, b)
    def put_slice(x, v):
        y = x.clone()
        y[:, 1:3, ::2] = v
        y[:, :, -1] += 1
        return y
    add("index_put_slice", put_slice, (a, r(4, 2, 3)), (b, r(3, 2, 3)))
    add("gather", lambda x, i: torch.gather(x, 1, i), (a, ints(5, 4, 2, 6)), (b, ints(5, 3, 4, 6)))
    add("scatter", lambda x, i, v: x.scatter(1, i, v), (r(2, 5), torch.tensor([[0, 3], [1, 2]]), r(2, 2)), (r(3, 5), torch.tensor([[4], [1], [0]]), r(3, 1)))
    add("scatter_add", lambda x, i, v: x.scatter_add(0, i, v), (r(3, 5), ints(3, 4, 5), r(4, 5)), (r(6, 5), ints(6, 2, 5), r(2, 5)))
    for how in ("amax", "amin", "prod", "sum"):
        add(f"scatter_reduce_{how}", lambda x, i, v, how=how: x.scatter_reduce(0, i, v, how), (r(3, 5), ints(3, 4, 5), r(4, 5)), (r(6, 5), ints(6, 2, 5), r(2, 5)), traced=(16, 20))
    add("masked", lambda x, m: (x.masked_fill(m, float("-inf")), torch.where(m, x, x * 2), torch.masked_select(x, m)), (a, a > 1), (b, b < 0))
    add("masked_scatter", lambda x, m, v: x.masked_scatter(m, v), (a, a > 1, r(200)), (b, b < 0, r(200)))
    add("take_along", lambda x: torch.take_along_dim(x, x.argsort(-1, descending=True), -1), a, b)
    add("top_k", lambda x: torch.topk(x, 3, dim=1), a, b)
    add("top_k_smallest", lambda x: torch.topk(x, 2, largest=False), a, b)
    add("sort", lambda x: torch.sort(x, dim=1, descending=True), a, b)
    add("argsort", lambda x: x.argsort(0), a, b)
    add("kth_median", lambda x: (x.kthvalue(2)[0], x.median(1)[0]), a, b)
    add("unique", lambda x: torch.unique(x, return_inverse=True, return_counts=True), ints(5, 20), ints(7, 30))
    add("nonzero", lambda x: x.nonzero(), ints(2, 3, 5), ints(2, 4, 6))
    add("nonzero_tuple", lambda x: torch.where(x > 0), a, b)
    add("select_index", lambda x, i: x.index_select(1, i), (a, ints(5, 3)), (b, ints(5, 4)))
    add("index_add", lambda x, i, v: x.index_add(0, i, v), (a, ints(4, 3), r(3, 5, 6)), (b, ints(3, 2), r(2, 5, 6)), traced=(16, 20))
    add("index_fill_copy", lambda x, i: (x.index_fill(1, i, 2.0), x.index_copy(1, i, x[:, :2] * 3)), (a, torch.tensor([1, 3])), (b, torch.tensor([4, 0])))
    add("one_hot", lambda i: F.one_hot(i, 7), ints(7, 3, 2), ints(7, 4, 5))
    add("bucketize", lambda x: torch.bucketize(x, torch.tensor([-1.0, 0.0, 1.0])), a, b)
    add("searchsorted", lambda s, v: torch.searchsorted(s, v), (torch.arange(6.0), r(5) * 3), (torch.arange(9.0), r(7) * 3))
    add("roll_rot", lambda x: (x.roll(2, 1), x.roll((1, 2), (0, 2))), a, b)
    add("tril_triu", lambda x: (x.tril(), x.triu(1), x.diagonal(dim1=1, dim2=2)), a, b)
    add("diag_embed", lambda x: torch.diag_embed(x), r(2, 5), r(3, 4))
    add("meshgrid", lambda x, y: torch.meshgrid(x, y, indexing="ij"), (r(3), r(4)), (r(5), r(2)))
    add("repeat", lambda x: (x.repeat(2, 1, 3), x.repeat_interleave(2, 1), x[:, None].expand(-1, 3, -1, -1)), a, b)
    add("repeat_interleave_tensor", lambda x, n: x.repeat_interleave(n, 0), (a, torch.tensor([1, 0, 2, 3])), (b, torch.tensor([2, 2, 1])), traced=(13, 17))
    add("split_chunk", lambda x: (*x.split(2, 1), *x.chunk(4, 2), *x.unbind(1)), a, b)
    add("split_open", lambda x: x.split([1, 2, 2], 1), a, b)
    add("stack_cat", lambda x: (torch.stack([x, x + 1], 1), torch.cat([x, x[:, :2]], 1), torch.hstack([x, x])), a, b)
    add("unfold_windows", lambda x: x.unfold(1, 3, 2), a, b)
    add("view_open", lambda x: x.view(x.shape[0] * x.shape[1], -1).t().reshape(2, -1, x.shape[1]), a, b)
    add("flatten_unflatten", lambda x: x.flatten(1).unflatten(1, (3, 10)).movedim(0, 2).squeeze().contiguous(), a, b)


def arithmetic(cases):
    def add(name, function, *calls, **how):
        cases.function(name, function, *calls, **{"traced": (13, 17), "dynamo": (18,), **how})
    a, b = r(4, 5, 6), r(3, 5, 6)
    i, j = torch.randint(-9, 9, (4, 5)), torch.randint(-9, 9, (7, 5))
    add("cumulative", lambda x: (x.cumsum(1), x.cumsum(0)), a, b)
    add("cumprod_logcumsumexp", lambda x: (x.cumprod(1), x.logcumsumexp(1)), a, b)
    add("cummax", lambda x: x.cummax(1), a, b)
    for equation, *sizes in (("bij,bjk->bik", (2, 3, 4), (2, 4, 5)), ("bhid,bhjd->bhij", (2, 2, 3, 4), (2, 2, 5, 4)), ("ij->ji", (3, 4)), ("ii->i", (4, 4)),
                             ("bn,anm,bm->ba", (2, 3), (4, 3, 5), (2, 5)), ("...ij,...jk->...ik", (2, 3, 4), (2, 4, 5)), ("i,j->ij", (3,), (4,)), ("bchw,bkhw->bck", (2, 3, 4, 4), (2, 2, 4, 4))):
        name = "einsum_" + "".join(c if c.isalnum() else "_" for c in equation)
        add(name, lambda *xs, e=equation: torch.einsum(e, *xs), tuple(r(*s) for s in sizes), traced=(12, 17))
    add("reductions", lambda x: (x.sum(), x.mean((1, 2)), x.std(1), x.var(2, unbiased=False), x.amax((0, 2)), x.amin(1, keepdim=True), x.prod(1), x.logsumexp(1), x.norm(dim=1), x.norm(p=1, dim=2)), a, b)
    add("reductions_of_ints", lambda x: (x.sum(), x.sum(0), x.max(1)[0], x.argmax(1), x.min(), x.prod(1), (x > 0).sum(1), (x > 0).any(1), (x > 5).all()), i, j)
    add("max_min_index", lambda x: (*x.max(1), *x.min(0), x.argmin(1, keepdim=True), x.argmax()), a, b)
    add("var_mean", lambda x: torch.var_mean(x, (0, 2)), a, b)
    add("trigonometry", lambda x: (x.sin(), x.tan(), x.atan(), x.tanh(), torch.atan2(x, x.flip(0)), x.clamp(-1, 1).asin(), x.clamp(-1, 1).acos()), a, b)
    add("exponents", lambda x: (x.exp(), x.abs().log(), x.abs().log1p(), x.abs().log2(), x.abs().sqrt(), x.abs().rsqrt(), x.erf(), x.sigmoid(), x.pow(3), x.abs() ** 0.3, 2 ** x, x.reciprocal()), a, b)
    add("rounding", lambda x: (x.floor(), x.ceil(), (x * 3).round(), x.sign(), x.floor_divide(0.7), x.fmod(0.7), x.remainder(0.7), x.clamp(min=0.1), x.clamp(max=x.mean())), a, b)
    add("integers", lambda x: (x // 4, x % 4, x / 4, torch.div(x, 4, rounding_mode="trunc"), x.remainder(3), x.abs(), x.sign(), -x, x.clamp(-3, 4), x * 2.5, x ** 2), i, j)
    add("bits", lambda x: (x & 5, x | 2, x ^ 3, ~x, x << 2, x >> 1), i, j, traced=(18,))
    more = {"traced": ()}
    add("hyperbolic", lambda x: (x.sinh(), x.asinh(), x.cosh(), x.expm1(), x.trunc(), x.frac(), x.abs().log10()), a, b, **more)
    add("outer", lambda x: (torch.outer(x[0, 0], x[0, 1]), torch.addcdiv(x, x, x.abs() + 1), x.rot90(1, (1, 2)), *x.tensor_split(3, 2)), a, b, **more)
    add("losses_more", lambda x, t: (F.l1_loss(x, x * 2), F.cross_entropy(x, t, label_smoothing=0.1)), (r(4, 5), torch.tensor([0, 4, 2, 1])), (r(3, 5), torch.tensor([3, 2, 1])), **more)
    add("comparisons", lambda x, y: (x == y, x != y, x < y, x >= y, torch.logical_xor(x > 0, y > 0), ~(x > 0), x.isnan(), x.isinf(), torch.isfinite(x), torch.maximum(x, y)), (a, a.flip(0)), (b, b.flip(1)))
    add("casts", lambda x: (x.double(), x.half().float(), x.long(), x.int() * 2, x.bool(), x.short(), (x > 0).float()), a, b)
    add("doubles", lambda x: (x @ x.transpose(1, 2), x.softmax(-1), x.sum(1), x.sqrt()), a.double().abs(), b.double().abs())
    add("lerp_addcmul", lambda x: (torch.lerp(x, x * 2, 0.3), torch.addcmul(x, x, x, value=0.5), torch.baddbmm(x[:, :, :5], x, x.transpose(1, 2), beta=0.5)), a, b)
    add("matmuls", lambda x: (x @ x.transpose(1, 2), x @ x[0, 0], torch.bmm(x, x.transpose(1, 2)), torch.mv(x[0], x[0, 0]), x.matmul(x[0].t()), torch.tensordot(x, x, ([1, 2], [1, 2]))), a, b)
    add("ranges", lambda x: (torch.arange(x.shape[0]), torch.arange(0, x.shape[0], 0.5), torch.linspace(0, 1, 5) + x[0, 0, 0], torch.full((x.shape[0], 2), 3.0), torch.zeros_like(x), torch.ones(x.shape[1], x.shape[0]), torch.eye(4)), a, b)
    add("new_like", lambda x: (x.new_zeros(x.shape[0], 3), torch.full_like(x, 2), x.new_full((2, x.shape[0]), 7)), a, b)
    add("bilinear_linear", lambda x: F.linear(x, torch.ones(3, 6), torch.arange(3.0)), a, b)
    add("losses", lambda x, y: (F.mse_loss(x, y), F.smooth_l1_loss(x, y), F.kl_div(x.log_softmax(1), y.softmax(1), reduction="batchmean"), F.binary_cross_entropy_with_logits(x, y.sigmoid()), F.huber_loss(x, y)), (r(4, 5), r(4, 5)), (r(3, 5), r(3, 5)))
    add("cross_entropy", lambda x, t: (F.cross_entropy(x, t), F.nll_loss(x.log_softmax(1), t, reduction="none")), (r(4, 5), torch.tensor([0, 4, 2, 1])), (r(3, 5), torch.tensor([3, 2, 1])), traced=(13, 17))
    add("fft", lambda x: (torch.fft.rfft(x).abs(), torch.view_as_real(torch.fft.fft(x))), r(2, 16), r(3, 16), traced=(), dynamo=(18, 20))
    add("stft", lambda x: torch.stft(x, 16, 4, window=torch.hann_window(16), return_complex=False, onesided=True), r(2, 64), r(3, 64), traced=(17, 20))
    add("complex_multiply", lambda x, y: torch.view_as_real(torch.view_as_complex(x) * torch.view_as_complex(y)), (r(3, 4, 2), r(3, 4, 2)), traced=())
    add("linalg_det_inv", lambda x: (torch.linalg.det(x), torch.linalg.inv(x)), r(2, 4, 4), r(3, 4, 4))
    add("cross_kron", lambda x, y: (torch.cross(x, y, dim=-1),), (r(4, 3), r(4, 3)), (r(2, 3), r(2, 3)))
    add("dropout_train", lambda x: F.dropout(x, 0.5, False), a, b)
    add("bernoulli_shape", lambda x: torch.rand_like(x).shape[0] + x, a, b)
    add("nan_to_num", lambda x: torch.nan_to_num(x / x.relu(), 1.0, 2.0, -2.0), a, b)
    add("quantile_like", lambda x: x.sort(1)[0][:, 2], a, b)
    add("pairwise", lambda x: (F.pairwise_distance(x, x * 2), F.pixel_shuffle(x.reshape(1, -1, 5, 6)[:, :4], 2)), r(4, 5, 6))


class Conditional(nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: x.sin() + 1, lambda x: x.cos() * 2, (x,))


class ScriptLoop(nn.Module):
    def forward(self, x, n: int):
        total = torch.zeros_like(x[0])
        for i in range(x.shape[0]):
            if bool(x[i].sum() > 0):
                total = total + x[i] * i
            else:
                total = total - x[i]
        k = 0
        while float(total.abs().max()) > 1.0 and k < 10:
            total = total * 0.5
            k += 1
        return total, k


class ScriptLists(nn.Module):
    def forward(self, x):
        parts = []
        for i in range(x.shape[0]):
            row = x[i]
            parts.append(row[row > 0])
        return torch.cat(parts), torch.stack([p.sum() for p in parts])


class ScriptOptional(nn.Module):
    def forward(self, x):
        best = x[0]
        for row in x:
            if bool(row.max() > best.max()):
                best = row
        return best


class WhileLoop(nn.Module):
    def forward(self, x):
        from torch._higher_order_ops.while_loop import while_loop
        return while_loop(lambda i, x: i < 5, lambda i, x: (i + 1, x * 1.1 + i), (torch.tensor(0), x))


class ScanLoop(nn.Module):
    def forward(self, x):
        from torch._higher_order_ops.scan import scan
        return scan(lambda c, x: (c * 0.5 + x, c.clone() * 2), x[0] * 0, x)


def control(cases):
    cases.add("cond", Conditional, r(3, 4), -r(5, 4).abs(), traced=(), dynamo=(18, 20))
    cases.add("while_loop", WhileLoop, r(3, 4), r(5, 4), traced=(), dynamo=(18, 20))
    cases.add("scan", ScanLoop, r(3, 4), r(5, 4), traced=(), dynamo=(18, 20))
    cases.add("script_loop", ScriptLoop, (r(3, 4), torch.tensor(2)), (r(6, 4), torch.tensor(2)), traced=(11, 17), dynamo=(), script=True)
    cases.add("script_lists", ScriptLists, r(3, 4), r(6, 4), traced=(11, 17), dynamo=(), script=True)
    cases.add("script_optional", ScriptOptional, r(3, 4), r(6, 4), traced=(11, 17), dynamo=(), script=True)


def halves(cases):
    half = lambda make: lambda: make().half()
    cases.add("half_mlp", half(lambda: nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.LayerNorm(16), nn.Linear(16, 4), nn.Softmax(-1))), r(2, 8).half(), r(5, 8).half(), traced=(17,), dynamo=(18, 20))
    cases.add("half_conv", half(lambda: nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.AdaptiveAvgPool2d(1))), r(2, 3, 8, 8).half(), r(1, 3, 9, 8).half(), traced=(17,), dynamo=(18,))
    cases.add("half_encoder", half(lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32, batch_first=True), 2)), r(2, 5, 16).half(), r(3, 9, 16).half(), traced=(17,), dynamo=(18,))
    cases.add("half_lstm", half(lambda: Recurrent(nn.LSTM)), r(7, 2, 5).half(), r(3, 3, 5).half(), traced=(17,), dynamo=())
    cases.add("bfloat_mlp", lambda: Brain(), r(2, 8), r(5, 8), traced=(17,), dynamo=(18,))


class Brain(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4)).bfloat16()

    def forward(self, x):
        return self.net(x.bfloat16()).float()


class Bag(nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.bag = nn.EmbeddingBag(10, 4, mode=mode)

    def forward(self, ids, offsets):
        return self.bag(ids, offsets)


class Matrix(nn.Module):
    """A field of words in a table, padded, averaged."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 4, padding_idx=0)

    def forward(self, ids):
        mask = (ids != 0).unsqueeze(-1)
        return (self.table(ids) * mask).sum(1) / mask.sum(1).clamp(min=1)


def tables(cases):
    ids = lambda *sizes: torch.randint(0, 10, sizes)
    for mode in ("sum", "mean", "max"):
        cases.add(f"embedding_bag_{mode}", lambda mode=mode: Bag(mode), (ids(9), torch.tensor([0, 3, 7])), (ids(12), torch.tensor([0, 3, 7, 9])), traced=(11, 17), dynamo=(18,))
    cases.add("embedding_mean", Matrix, ids(3, 6), ids(2, 8), **OPSETS)


def cases():
    torch.manual_seed(1)
    cases = Cases()
    for family in (convolutions, normalizations, activations, resampling, recurrences, attention, indexing, arithmetic, control, halves, tables):
        family(cases)
    return cases
