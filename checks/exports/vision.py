"""Networks of torchvision that classify and segment images and videos, with random weights."""

import torch
import torchvision.models as models
from torchvision.models import segmentation, video

from .pytorch import Cases

CLASSIFIERS = {
    "alexnet": 64, "convnext_tiny": 64, "densenet121": 64, "efficientnet_b0": 64, "efficientnet_v2_s": 64, "googlenet": 64, "inception_v3": 80,
    "mnasnet0_5": 64, "mobilenet_v2": 64, "mobilenet_v3_large": 64, "mobilenet_v3_small": 64, "regnet_x_400mf": 64, "regnet_y_400mf": 64, "resnet18": 64,
    "resnet50": 64, "resnext50_32x4d": 64, "shufflenet_v2_x0_5": 64, "squeezenet1_1": 64, "vgg11_bn": 64, "wide_resnet50_2": 64,
}
FIXED = {"vit_b_16": 224, "swin_t": 64, "swin_v2_t": 64, "maxvit_t": 224}
SEGMENTERS = ["deeplabv3_mobilenet_v3_large", "fcn_resnet50", "lraspp_mobilenet_v3_large"]


class UNet(torch.nn.Module):
    """A U-Net with transposed convolutions, and crops to the sizes of what it joins."""

    def __init__(self):
        super().__init__()
        nn = torch.nn
        block = lambda a, b: nn.Sequential(nn.Conv2d(a, b, 3, padding=1), nn.BatchNorm2d(b), nn.ReLU(), nn.Conv2d(b, b, 3, padding=1), nn.ReLU())
        self.down = nn.ModuleList([block(3, 8), block(8, 16), block(16, 32)])
        self.up = nn.ModuleList([nn.ConvTranspose2d(32, 16, 2, 2), nn.ConvTranspose2d(16, 8, 2, 2)])
        self.join = nn.ModuleList([block(32, 16), block(16, 8)])
        self.pool, self.last = nn.MaxPool2d(2), nn.Conv2d(8, 2, 1)

    def forward(self, x):
        kept = []
        for block in self.down[:-1]:
            x = block(x)
            kept.append(x)
            x = self.pool(x)
        x = self.down[-1](x)
        for up, join in zip(self.up, self.join):
            x, old = up(x), kept.pop()
            dy, dx = old.shape[2] - x.shape[2], old.shape[3] - x.shape[3]
            x = torch.nn.functional.pad(x, [dx // 2, dx - dx // 2, dy // 2, dy - dy // 2])
            x = join(torch.cat([old, x], 1))
        return self.last(x)


class Main(torch.nn.Module):
    """The main result of a network that gives several by name."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return self.net(x)["out"]


def image(batch, height, width=None):
    return torch.randn(batch, 3, height, width or height)


def cases():
    torch.manual_seed(1)
    cases = Cases()
    for name, size in CLASSIFIERS.items():
        how = {"init_weights": False} if name in ("googlenet", "inception_v3") else {}
        make = lambda name=name, how=how: getattr(models, name)(weights=None, num_classes=10, **how)
        cases.add(name, make, image(1, size), image(3, size), traced=(11, 17))
    for name, size in FIXED.items():
        cases.add(name, lambda name=name: getattr(models, name)(weights=None, num_classes=10), image(1, size), image(2, size))
    for name in ("resnet18", "mobilenet_v3_small", "convnext_tiny"):
        cases.add(f"{name}_sizes", lambda name=name: getattr(models, name)(weights=None, num_classes=10), image(1, 64), image(2, 96, 80))
    for name in SEGMENTERS:
        make = lambda name=name: Main(getattr(segmentation, name)(weights=None, weights_backbone=None, num_classes=5))
        cases.add(name, make, image(1, 64), image(2, 96, 80), traced=(11, 17))
    cases.add("u_net", UNet, image(1, 32), image(2, 45, 38), traced=(11, 17))
    clip = lambda batch, frames=8: torch.randn(batch, 3, frames, 64, 64)
    for name in ("r3d_18", "mc3_18", "r2plus1d_18"):
        cases.add(name, lambda name=name: getattr(video, name)(weights=None, num_classes=10), clip(1), clip(2))
    cases.add("s3d", lambda: video.s3d(weights=None, num_classes=10), torch.randn(1, 3, 16, 224, 224))
    cases.add("mvit_v2_s", lambda: video.mvit_v2_s(weights=None, num_classes=10), torch.randn(1, 3, 16, 224, 224), traced=(17,), dynamo=())
    half = lambda name: lambda: getattr(models, name)(weights=None, num_classes=10).half()
    for name in ("resnet18", "mobilenet_v3_small"):
        cases.add(f"{name}_half", half(name), image(1, 64).half(), image(2, 64).half())
    return cases
