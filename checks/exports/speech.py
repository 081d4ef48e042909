"""Networks of the transformers package that take sound."""

import torch
import transformers

from .language import Single, Translator, ids
from .pytorch import Cases

SMALL = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64, "vocab_size": 30}
CONVOLUTIONS = {"conv_dim": (16, 16, 16), "conv_stride": (5, 4, 2), "conv_kernel": (10, 8, 4), "num_conv_pos_embeddings": 16, "num_conv_pos_embedding_groups": 2}


class Spectrum(torch.nn.Module):
    """The logarithm of a mel spectrogram by convolutions with windowed waves, and a recurrent network over it."""

    def __init__(self, size=64, step=16, bands=20):
        super().__init__()
        waves = torch.exp(-2j * torch.pi * torch.outer(torch.arange(size // 2 + 1.0), torch.arange(float(size))) / size) * torch.hann_window(size)
        self.register_buffer("waves", torch.cat([waves.real, waves.imag])[:, None])
        self.register_buffer("mel", torch.rand(bands, size // 2 + 1))
        self.step, self.net = step, torch.nn.GRU(bands, 12, bidirectional=True, batch_first=True)
        self.last = torch.nn.Linear(24, 5)

    def forward(self, x):
        real, imaginary = torch.nn.functional.conv1d(x[:, None], self.waves, stride=self.step).chunk(2, 1)
        bands = torch.log(self.mel @ (real ** 2 + imaginary ** 2) + 1e-6)
        return self.last(self.net(bands.transpose(1, 2))[0]).log_softmax(-1)


def cases():
    t = transformers
    torch.manual_seed(1)
    cases = Cases()
    sound = lambda batch, length: torch.randn(batch, length)
    for name, make in {
        "wav2vec2": lambda: t.Wav2Vec2ForCTC(t.Wav2Vec2Config(**SMALL, **CONVOLUTIONS)),
        "wav2vec2_stable": lambda: t.Wav2Vec2ForCTC(t.Wav2Vec2Config(**SMALL, **CONVOLUTIONS, do_stable_layer_norm=True, feat_extract_norm="layer")),
        "hubert": lambda: t.HubertForCTC(t.HubertConfig(**SMALL, **CONVOLUTIONS)),
        "wavlm": lambda: t.WavLMForCTC(t.WavLMConfig(**SMALL, **CONVOLUTIONS)),
    }.items():
        cases.add(name, lambda make=make: Single(make(), "input_values"), sound(1, 2000), sound(2, 2777))
    whisper = lambda: t.WhisperForConditionalGeneration(t.WhisperConfig(vocab_size=99, num_mel_bins=16, d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4,
        encoder_ffn_dim=64, decoder_ffn_dim=64, max_source_positions=30, max_target_positions=20, pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1))
    cases.add("whisper", lambda: Translator(whisper(), "input_features"), (torch.randn(1, 16, 60), ids(1, 5)), (torch.randn(2, 16, 60), ids(2, 7)))
    cases.add("spectrum", Spectrum, sound(1, 1000), sound(3, 1500), traced=(11, 17))
    ast = lambda: t.ASTForAudioClassification(t.ASTConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, num_mel_bins=32, max_length=64))
    cases.add("ast", lambda: Single(ast(), "input_values"), torch.randn(1, 64, 32), torch.randn(2, 64, 32))
    vits = lambda: t.VitsModel(t.VitsConfig(vocab_size=30, hidden_size=32, num_hidden_layers=2, num_attention_heads=2, ffn_dim=64, flow_size=32, spectrogram_bins=33, upsample_initial_channel=32,
        upsample_rates=[4, 4], upsample_kernel_sizes=[8, 8], use_stochastic_duration_prediction=False, noise_scale=0.0, noise_scale_duration=0.0, prior_encoder_num_wavenet_layers=2, posterior_encoder_num_wavenet_layers=2))
    cases.add("vits", lambda: Single(vits(), "input_ids"), ids(1, 8, 30), ids(1, 11, 30), dynamo=())
    return cases
