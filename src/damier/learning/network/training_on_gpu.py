"""The same learning as `training.py` on a GPU, by torch: a batch of positions is a matrix of zeros and ones.

The only file that imports torch, which comes with the extra `train`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from damier.errors import BadInput
from damier.learning.network.examples import Examples
from damier.learning.network.training import MOST_ROW, MOST_WEIGHT, STEP, Numbers, batches_of
from damier.network.layout import BITS

BATCH = 16384


def check_gpu() -> None:
    """Raise BadInput where nothing can be learnt on a GPU."""
    try:
        import torch
    except ImportError:
        raise BadInput("to learn on a GPU takes torch: pip install 'damier[train]'; without --gpu nothing is missing") from None
    if not torch.cuda.is_available():
        raise BadInput("torch finds no GPU here; without --gpu the processor learns")


def train_on_gpu(
    numbers: Numbers,
    examples: Examples,
    targets: Any,
    is_graded: bool,
    rounds: int,
    step: float = STEP,
    seed: int = 1,
    tell: Callable[[int, float], bool] = lambda done, error: True,
    ends: Callable[[], bool] = lambda: False,
    device: str = "cuda",
) -> float:
    """Go so many times over all examples, with steps that shrink to nothing; the mean error of the last round."""
    import torch

    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
    layout = numbers.layout
    features = BITS * layout.words
    which = torch.from_numpy(examples.which.astype(np.int16)).to(device)
    start = torch.from_numpy(np.asarray(examples.start)).to(device)
    output = torch.from_numpy(np.asarray(examples.output)).to(device)
    aims = torch.from_numpy(targets).to(device)
    values = [torch.from_numpy(each).to(device).requires_grad_() for each in numbers.parameters]
    rows, biases, outputs, output_biases = values
    adam = torch.optim.Adam(values, lr=step, fused=device != "cpu")
    batches = batches_of(len(examples), BATCH)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(adam, rounds * batches)
    views = torch.arange(layout.views, device=device)
    error = 0.0
    for round_ in range(rounds):
        order = torch.randperm(len(examples), device=device)
        total = torch.zeros((), device=device)
        for picks in torch.tensor_split(order, batches):
            if ends():
                return error
            lists = (picks[:, None] * layout.views + views).reshape(-1)
            first, length = start[lists], start[lists + 1] - start[lists]
            owner = torch.repeat_interleave(torch.arange(len(lists), device=device), length)
            at = torch.arange(len(owner), device=device) - (torch.cumsum(length, 0) - length)[owner] + first[owner]
            there = torch.zeros(len(lists) * features, device=device)
            there[owner * features + (which[at].long() & 0xFFFF)] = 1.0
            held = (there.view(len(lists), features) @ rows + biases).clamp(0, 1).square().view(len(picks), -1)
            last = output[picks]
            said = (held * outputs[last]).sum(1) + output_biases[last]
            aim = aims[picks]
            if is_graded:
                loss = (said - aim).square().mean() / 2
                wrong = said - aim
            else:
                loss = torch.nn.functional.binary_cross_entropy_with_logits(said, aim)
                wrong = torch.sigmoid(said) - aim
            adam.zero_grad(set_to_none=True)
            loss.backward()
            adam.step()
            schedule.step()
            with torch.no_grad():
                rows.clamp_(-MOST_ROW, MOST_ROW)
                outputs.clamp_(-MOST_WEIGHT, MOST_WEIGHT)
                total += wrong.square().sum()
        error = float(total) / max(1, len(examples))
        if not tell(round_ + 1, error):
            break
    for mine, found in zip(numbers.parameters, values, strict=True):
        mine[...] = found.detach().cpu().numpy()
    return error
