"""Networks of the transformers package from small configurations: encoders, decoders with caches of keys and values, vision, several inputs."""

import torch
import transformers
from transformers import cache_utils

from .pytorch import Cases

SMALL = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64, "vocab_size": 99, "max_position_embeddings": 64}


class Encoder(torch.nn.Module):
    """A network that takes identifiers and a mask."""

    def __init__(self, net, **fixed):
        super().__init__()
        self.net, self.fixed = net, fixed

    def forward(self, input_ids, attention_mask):
        result = self.net(input_ids=input_ids, attention_mask=attention_mask, return_dict=True, **self.fixed)
        return tuple(value for value in result.values() if isinstance(value, torch.Tensor))


class Single(torch.nn.Module):
    """A network that takes one tensor."""

    def __init__(self, net, name="pixel_values"):
        super().__init__()
        self.net, self.name = net, name

    def forward(self, x):
        result = self.net(**{self.name: x}, return_dict=True)
        return tuple(value for value in result.values() if isinstance(value, torch.Tensor))


class Cached(torch.nn.Module):
    """A decoder that takes and gives the keys and values of the tokens before."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, input_ids, attention_mask, position_ids, past):
        cache = cache_utils.DynamicCache()
        for layer, (keys, values) in enumerate(past):
            cache.update(keys, values, layer)
        result = self.net(input_ids=input_ids, attention_mask=attention_mask, position_ids=position_ids, past_key_values=cache, use_cache=True, return_dict=True)
        layers = result.past_key_values.layers
        return (result.logits, *[tensor for layer in layers for tensor in (layer.keys, layer.values)])


class Uncached(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, input_ids, attention_mask):
        return self.net(input_ids=input_ids, attention_mask=attention_mask, use_cache=False, return_dict=True).logits


class Translator(torch.nn.Module):
    """An encoder and a decoder, without a cache."""

    def __init__(self, net, name="input_ids"):
        super().__init__()
        self.net, self.name = net, name

    def forward(self, x, decoder_input_ids):
        return self.net(**{self.name: x}, decoder_input_ids=decoder_input_ids, use_cache=False, return_dict=True).logits


class Pair(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, input_ids, pixel_values, attention_mask):
        result = self.net(input_ids=input_ids, pixel_values=pixel_values, attention_mask=attention_mask, return_dict=True)
        return result.logits_per_image, result.text_embeds, result.image_embeds


def ids(batch, length, high=99):
    return torch.randint(1, high, (batch, length))


def masked(batch, length):
    """Identifiers, and a mask whose rows end at different places."""
    mask = torch.ones(batch, length, dtype=torch.int64)
    for row in range(batch):
        mask[row, length - row * (length // 3):] = 0
    return ids(batch, length), mask


def step(batch, length, past, layers, heads, size):
    mask = torch.ones(batch, past + length, dtype=torch.int64)
    position = torch.arange(past, past + length).expand(batch, length).contiguous()
    kept = [(torch.randn(batch, heads, past, size), torch.randn(batch, heads, past, size)) for _ in range(layers)]
    return ids(batch, length), mask, position, kept


def encoders(cases):
    t = transformers
    of = {
        "bert": lambda: t.BertModel(t.BertConfig(**SMALL)),
        "bert_classes": lambda: t.BertForSequenceClassification(t.BertConfig(**SMALL, num_labels=3)),
        "bert_answers": lambda: t.BertForQuestionAnswering(t.BertConfig(**SMALL)),
        "bert_masked": lambda: t.BertForMaskedLM(t.BertConfig(**SMALL)),
        "distilbert": lambda: t.DistilBertForSequenceClassification(t.DistilBertConfig(vocab_size=99, dim=32, n_layers=2, n_heads=4, hidden_dim=64, max_position_embeddings=64)),
        "roberta": lambda: t.RobertaForTokenClassification(t.RobertaConfig(**SMALL)),
        "albert": lambda: t.AlbertModel(t.AlbertConfig(**SMALL, embedding_size=16)),
        "electra": lambda: t.ElectraForPreTraining(t.ElectraConfig(**SMALL, embedding_size=16)),
        "deberta_v2": lambda: t.DebertaV2Model(t.DebertaV2Config(**SMALL, relative_attention=True, pos_att_type=["c2p", "p2c"], position_buckets=8, norm_rel_ebd="layer_norm", share_att_key=True)),
        "mpnet": lambda: t.MPNetModel(t.MPNetConfig(**SMALL)),
        "mobilebert": lambda: t.MobileBertModel(t.MobileBertConfig(**SMALL, embedding_size=32, intra_bottleneck_size=16, true_hidden_size=16)),
        "squeezebert": lambda: t.SqueezeBertModel(t.SqueezeBertConfig(**SMALL, embedding_size=32, q_groups=2, k_groups=2, v_groups=2)),
        "xlnet": lambda: t.XLNetModel(t.XLNetConfig(vocab_size=99, d_model=32, n_layer=2, n_head=4, d_inner=64)),
        "modernbert": lambda: t.ModernBertModel(t.ModernBertConfig(**SMALL, attn_implementation="sdpa", pad_token_id=0, local_attention=8)),
        "t5_encoder": lambda: t.T5EncoderModel(t.T5Config(vocab_size=99, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4)),
        "longformer": lambda: t.LongformerModel(t.LongformerConfig(**SMALL, attention_window=4)),
        "funnel": lambda: t.FunnelModel(t.FunnelConfig(vocab_size=99, block_sizes=[1, 1], d_model=32, n_head=4, d_head=8, d_inner=64, num_decoder_layers=1)),
        "fnet": None,
        "nystromformer": lambda: t.NystromformerModel(t.NystromformerConfig(**SMALL)),
    }
    for name, make in of.items():
        if make:
            cases.add(name, lambda make=make: Encoder(make()), masked(2, 12), masked(3, 17))


def decoders(cases):
    t = transformers
    llama = {**SMALL, "num_key_value_heads": 2}
    # Each: the network, its layers, heads of the cache and their size.
    of = {
        "gpt2": (lambda: t.GPT2LMHeadModel(t.GPT2Config(vocab_size=99, n_embd=32, n_layer=2, n_head=4, n_positions=64)), 2, 4, 8),
        "llama": (lambda: t.LlamaForCausalLM(t.LlamaConfig(**llama)), 2, 2, 8),
        "mistral": (lambda: t.MistralForCausalLM(t.MistralConfig(**llama, sliding_window=8, head_dim=8)), 2, 2, 8),
        "qwen2": (lambda: t.Qwen2ForCausalLM(t.Qwen2Config(**llama)), 2, 2, 8),
        "qwen3": (lambda: t.Qwen3ForCausalLM(t.Qwen3Config(**llama, head_dim=8)), 2, 2, 8),
        "gemma": (lambda: t.GemmaForCausalLM(t.GemmaConfig(**llama, head_dim=8)), 2, 2, 8),
        "gemma2": (lambda: t.Gemma2ForCausalLM(t.Gemma2Config(**llama, head_dim=8, sliding_window=8)), 2, 2, 8),
        "phi": (lambda: t.PhiForCausalLM(t.PhiConfig(**SMALL)), 2, 4, 8),
        "phi3": (lambda: t.Phi3ForCausalLM(t.Phi3Config(**llama, pad_token_id=0)), 2, 2, 8),
        "gpt_neox": (lambda: t.GPTNeoXForCausalLM(t.GPTNeoXConfig(**SMALL)), 2, 4, 8),
        "gptj": (lambda: t.GPTJForCausalLM(t.GPTJConfig(vocab_size=99, n_embd=32, n_layer=2, n_head=4, n_positions=64, rotary_dim=4)), 2, 4, 8),
        "opt": (lambda: t.OPTForCausalLM(t.OPTConfig(vocab_size=99, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, ffn_dim=64, max_position_embeddings=64, word_embed_proj_dim=32)), 2, 4, 8),
        "falcon": (lambda: t.FalconForCausalLM(t.FalconConfig(vocab_size=99, hidden_size=32, num_hidden_layers=2, num_attention_heads=4)), 2, 1, 8),
        "mixtral": (lambda: t.MixtralForCausalLM(t.MixtralConfig(**llama, num_local_experts=4)), 2, 2, 8),
    }
    for name, (make, layers, heads, size) in of.items():
        cases.add(name, lambda make=make: Uncached(make()), masked(2, 12), masked(3, 17))
        cases.add(f"{name}_cached", lambda make=make: Cached(make()), step(2, 3, 5, layers, heads, size), step(1, 1, 9, layers, heads, size))
    cases.add("bloom", lambda: Uncached(t.BloomForCausalLM(t.BloomConfig(vocab_size=99, hidden_size=32, n_layer=2, n_head=4))), masked(2, 12), masked(3, 17))
    cases.add("mamba", lambda: Uncached(t.MambaForCausalLM(t.MambaConfig(vocab_size=99, hidden_size=32, num_hidden_layers=2, state_size=4))), masked(2, 12))


def pairs(cases):
    t = transformers
    add = lambda name, make, *calls: cases.add(name, make, *calls)
    add("t5", lambda: Translator(t.T5ForConditionalGeneration(t.T5Config(vocab_size=99, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4))), (ids(2, 9), ids(2, 5)), (ids(3, 7), ids(3, 8)))
    add("bart", lambda: Translator(t.BartForConditionalGeneration(t.BartConfig(vocab_size=99, d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4,
        encoder_ffn_dim=64, decoder_ffn_dim=64, max_position_embeddings=64))), (ids(2, 9), ids(2, 5)), (ids(3, 7), ids(3, 8)))
    add("marian", lambda: Translator(t.MarianMTModel(t.MarianConfig(vocab_size=99, d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4,
        encoder_ffn_dim=64, decoder_ffn_dim=64, max_position_embeddings=64, pad_token_id=0, decoder_start_token_id=0))), (ids(2, 9), ids(2, 5)), (ids(3, 7), ids(3, 8)))
    tower = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}
    def clip():
        text = {**tower, "vocab_size": 99, "max_position_embeddings": 64, "eos_token_id": 98}
        return Pair(t.CLIPModel(t.CLIPConfig(text_config=text, vision_config={**tower, "image_size": 32, "patch_size": 8}, projection_dim=16)))
    text, mask = masked(2, 7)
    more, more_mask = masked(3, 9)
    add("clip", clip, (text, torch.randn(2, 3, 32, 32), mask), (more, torch.randn(3, 3, 32, 32), more_mask))


def images(cases):
    t = transformers
    tower = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64, "image_size": 32}
    image = lambda batch, height=32, width=32: torch.randn(batch, 3, height, width)
    of = {
        "vit": lambda: t.ViTForImageClassification(t.ViTConfig(**tower, patch_size=8)),
        "deit": lambda: t.DeiTForImageClassificationWithTeacher(t.DeiTConfig(**tower, patch_size=8)),
        "beit": lambda: t.BeitForImageClassification(t.BeitConfig(**tower, patch_size=8, use_relative_position_bias=True)),
        "dinov2": lambda: t.Dinov2Model(t.Dinov2Config(**tower, patch_size=8)),
        "swin": lambda: t.SwinForImageClassification(t.SwinConfig(image_size=32, patch_size=4, embed_dim=16, depths=[2, 2], num_heads=[2, 4], window_size=4)),
        "swinv2": lambda: t.Swinv2ForImageClassification(t.Swinv2Config(image_size=32, patch_size=4, embed_dim=16, depths=[2, 2], num_heads=[2, 4], window_size=4)),
        "convnext": lambda: t.ConvNextForImageClassification(t.ConvNextConfig(hidden_sizes=[8, 16, 24, 32], depths=[1, 1, 1, 1])),
        "convnextv2": lambda: t.ConvNextV2ForImageClassification(t.ConvNextV2Config(hidden_sizes=[8, 16, 24, 32], depths=[1, 1, 1, 1])),
        "resnet": lambda: t.ResNetForImageClassification(t.ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1])),
        "mobilevit": lambda: t.MobileViTForImageClassification(t.MobileViTConfig(image_size=64, hidden_sizes=[16, 24, 32], neck_hidden_sizes=[8, 8, 16, 16, 24, 24, 32])),
        "poolformer": lambda: t.PoolFormerForImageClassification(t.PoolFormerConfig(depths=[1, 1, 1, 1], hidden_sizes=[8, 16, 24, 32])),
        "levit": lambda: t.LevitForImageClassification(t.LevitConfig(image_size=64, hidden_sizes=[16, 32, 48], num_attention_heads=[2, 2, 2], depths=[1, 1, 1], key_dim=[8, 8, 8])),
        "pvt": lambda: t.PvtForImageClassification(t.PvtConfig(image_size=32, depths=[1, 1, 1, 1], hidden_sizes=[8, 16, 24, 32], num_attention_heads=[1, 2, 2, 4])),
        "focalnet": lambda: t.FocalNetForImageClassification(t.FocalNetConfig(image_size=32, embed_dim=16, depths=[1, 1], hidden_sizes=[16, 32])),
    }
    for name, make in of.items():
        size = 64 if name in ("mobilevit", "levit", "convnext", "convnextv2", "poolformer") else 32
        cases.add(name, lambda make=make: Single(make()), image(1, size, size), image(3, size, size))
    segformer = lambda: t.SegformerForSemanticSegmentation(t.SegformerConfig(depths=[1, 1, 1, 1], hidden_sizes=[8, 16, 24, 32], num_attention_heads=[1, 2, 3, 4], decoder_hidden_size=16))
    cases.add("segformer", lambda: Single(segformer()), image(1, 64, 64), image(2, 96, 64))
    def detr():
        backbone = t.ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], out_features=["stage2"])
        return t.DetrForObjectDetection(t.DetrConfig(use_timm_backbone=False, use_pretrained_backbone=False, backbone=None, backbone_config=backbone, d_model=32, encoder_layers=2, decoder_layers=2,
            encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=64, decoder_ffn_dim=64, num_queries=10))
    cases.add("detr", lambda: Single(detr()), image(1, 64, 64), image(2, 64, 96))
    yolos = lambda: t.YolosForObjectDetection(t.YolosConfig(**{**tower, "image_size": [32, 32]}, patch_size=8, num_detection_tokens=6))
    cases.add("yolos", lambda: Single(yolos()), image(1), image(2))
    dpt = lambda: t.DPTForDepthEstimation(t.DPTConfig(**tower, patch_size=8, backbone_out_indices=[0, 1, 1, 1], neck_hidden_sizes=[8, 16, 16, 16], fusion_hidden_size=16, is_hybrid=False))
    cases.add("dpt", lambda: Single(dpt()), image(1), image(2))
    cases.add("videomae", lambda: Single(t.VideoMAEForVideoClassification(t.VideoMAEConfig(**tower, patch_size=8, num_frames=4))), torch.randn(1, 4, 3, 32, 32), torch.randn(2, 4, 3, 32, 32))


def cases():
    torch.manual_seed(1)
    cases = Cases()
    for family in (encoders, decoders, pairs, images):
        family(cases)
    return cases
