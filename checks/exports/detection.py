"""Detectors of torchvision with random weights: anchors, boxes, suppression, aligned regions, masks and keypoints."""

import torch
import torchvision
from torchvision.models import detection

from .pytorch import Cases


class Of(torch.nn.Module):
    """A detector that takes one image."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, image):
        return self.net([image])[0]


def of(name, **how):
    def make():
        net = getattr(detection, name)(weights=None, weights_backbone=None, **how)
        # With weights as they are before training, all scores are alike, and their order is that of rounding.
        for key, weight in net.named_parameters():
            if weight.dim() > 1:
                last = any(word in key for word in ("cls", "class", "bbox", "logits"))
                torch.nn.init.normal_(weight, 0, 0.02) if last else torch.nn.init.kaiming_normal_(weight)
        return Of(net)
    return make


class Regions(torch.nn.Module):
    def forward(self, x, boxes):
        return (torchvision.ops.roi_align(x, [boxes], 3, 0.5, 2, aligned=True), torchvision.ops.roi_pool(x, [boxes], 3, 0.5))


class Kept(torch.nn.Module):
    def forward(self, boxes, scores, groups):
        return torchvision.ops.nms(boxes, scores, 0.5), torchvision.ops.batched_nms(boxes, scores, groups, 0.4)


class Deformed(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torchvision.ops.DeformConv2d(3, 4, 3, padding=1)

    def forward(self, x, offset, mask):
        return self.layer(x, offset, mask)


def boxes(count):
    corner = torch.rand(count, 2) * 20
    return torch.cat([corner, corner + 1 + torch.rand(count, 2) * 10], 1)


def cases():
    torch.manual_seed(1)
    cases = Cases()
    image = lambda height, width: torch.rand(3, height, width)
    small = {"min_size": 96, "max_size": 128}
    add = lambda name, make, *calls: cases.add(name, make, *calls, traced=(11, 17), dynamo=(18,))
    add("faster_rcnn", of("fasterrcnn_mobilenet_v3_large_320_fpn", num_classes=5, box_score_thresh=0.1, **small), image(80, 96), image(100, 70))
    add("faster_rcnn_resnet", of("fasterrcnn_resnet50_fpn", num_classes=5, box_score_thresh=0.1, **small), image(80, 96), image(100, 70))
    add("mask_rcnn", of("maskrcnn_resnet50_fpn", num_classes=5, box_score_thresh=0.1, **small), image(80, 96), image(100, 70))
    add("keypoint_rcnn", of("keypointrcnn_resnet50_fpn", num_classes=2, box_score_thresh=0.1, **small), image(80, 96), image(100, 70))
    add("retina_net", of("retinanet_resnet50_fpn", num_classes=5, score_thresh=0.3, **small), image(80, 96), image(100, 70))
    add("fcos", of("fcos_resnet50_fpn", num_classes=5, score_thresh=0.3, **small), image(80, 96), image(100, 70))
    add("ssd_lite", of("ssdlite320_mobilenet_v3_large", num_classes=5, score_thresh=0.2), image(80, 96), image(100, 70))
    add("ssd", of("ssd300_vgg16", num_classes=5, score_thresh=0.2), image(80, 96), image(100, 70))
    cases.add("regions", Regions, (torch.randn(1, 4, 16, 16), boxes(5)), (torch.randn(1, 4, 16, 16), boxes(3)), traced=(11, 17), dynamo=(18,))
    group = lambda n: torch.randint(0, 3, (n,))
    cases.add("suppression", Kept, (boxes(20), torch.rand(20), group(20)), (boxes(40), torch.rand(40), group(40)), traced=(11, 17), dynamo=(18,))
    cases.add("deform_conv", Deformed, (torch.randn(1, 3, 8, 8), torch.randn(1, 18, 8, 8), torch.rand(1, 9, 8, 8)), traced=(19, 20), dynamo=(20,))
    return cases
