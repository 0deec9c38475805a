r"""Section 6.1 and Figure 5: uniform grouping, its largest peak and its number of groups.

Group m, from the input side, has its peak when its own :math:`P_m` output gradients and the
activations :math:`A_1,\dots,A_m` are cached (Fact 6.1 with the ends that its sums leave out).
Uniform groups have equally many blocks: in the paper's networks their number is any divisor of
that of the blocks. Any numbers :math:`A_m,P_m` are those of a network of M blocks in groups of one
each, so that "any network" asks no more of the groups; VGG-16 in groups of equally many layers is
one that was published. Section 5 counts layer-wise clipping among the uniform ones.
"""

from fractions import Fraction
from typing import Any

from dptheory.memory.grouping import grouping_peak
from verify.language import Draft, Formula, claim, described, external, index, number, says, total
from verify.language.symbols import Real, natural, one_of, sequence
from verify.methods.derive import Derive, add, cases, chain, given, same_whole, shown, telescope
from verify.papers.groupwise.laboratory import networks
from verify.papers.groupwise.laboratory.networks import SETTINGS, layer_wise_peak, sizes

SIZE = Real(Fraction(0), None, True)
V = networks.V.extended(
    m=natural("m", search=(1, 12)),
    A=sequence("M", "A", unit="1", entry=SIZE),
    P=sequence("M", "P", unit="1", entry=SIZE),
    vgg=one_of((2, 4, 8, 16), "M", unit="1"),
)
INDEX, K, PLACE = index("i"), index("k"), index("n")


def cached(m: Any) -> Formula:
    """The peak of group m."""
    return total(INDEX, 1, m, V.A[INDEX]) + V.P[m]


# VGG-16 (Simonyan, Zisserman 2015) on images of 224 x 224: channels in and out, side of the image.
CONVOLUTIONS = (
    *((3, 64, 224), (64, 64, 224), (64, 128, 112), (128, 128, 112), (128, 256, 56)),
    *((256, 256, 56), (256, 256, 56), (256, 512, 28), (512, 512, 28), (512, 512, 28)),
    *((512, 512, 14), (512, 512, 14), (512, 512, 14)),
)
CONNECTED = ((25088, 4096), (4096, 4096), (4096, 1000))
VGG = (
    (*(side**2 * a for a, _, side in CONVOLUTIONS), *(a for a, _ in CONNECTED)),
    (*(side**2 * b for _, b, side in CONVOLUTIONS), *(b for _, b in CONNECTED)),
)


def vgg(groups: int) -> dict[str, Any]:
    """The stored numbers of its groups of equally many layers, at the first group."""
    each = len(VGG[0]) // groups
    A, P = (tuple(sum(stored[i : i + each]) for i in range(0, len(stored), each)) for stored in VGG)
    return {"M": groups, "m": 1, "A": A, "P": P}


def vgg_peak(groups: int) -> Any:
    """The peak of VGG-16 in groups of equally many layers."""
    firsts = range(1, len(VGG[0]) + 1, len(VGG[0]) // int(groups))
    return grouping_peak(*VGG, firsts)


def vgg_last(groups: int) -> Any:
    """The peak of the last group."""
    return sum(VGG[0]) + sum(VGG[1][-len(VGG[1]) // int(groups) :])


def last_uniform(number: int, tokens: int, groups: int) -> Any:
    """The peak of the last of the groups with equally many blocks."""
    activations, gradients = sizes(number, tokens)
    first = networks.uniform_boundaries(number, groups)[-1]
    return sum(activations) + sum(gradients[first - 1 :])


def first_uniform(number: int, tokens: int, groups: int) -> Any:
    """The first group's peak in uniform groups."""
    ends = (*networks.uniform_boundaries(number, groups), len(sizes(number, tokens)[0]) + 1)
    return sum(sum(stored[: ends[1] - 1]) for stored in sizes(number, tokens))


LAYER_WISE = external("layer-wise peak", layer_wise_peak, V.network, V.T)
LAST_LAYER = external(
    "peak of the last layer", lambda n, T: sum(sizes(n, T)[0]) + sizes(n, T)[1][-1], V.network, V.T
)
LAST_LAYER = described(
    LAST_LAYER, "all activations and the output gradient of the last layer, in numbers a sample"
)
LARGER_GRADIENT = external(
    "largest output gradient over the last",
    lambda n, T: max(sizes(n, T)[1]) - sizes(n, T)[1][-1],
    *(V.network, V.T),
    means="how much larger an output gradient is than that of the last layer",
)
UNIFORM = (V.network, V.T, V.groups_of_blocks)
DIVIDES = networks.divides(V.groups_of_blocks)
PEAK = external("peak of uniform groups", networks.uniform_peak, *UNIFORM)
LAST = external("peak of the last uniform group", last_uniform, *UNIFORM)
OF_BLOCKS = says(PEAK <= LAST, given=[DIVIDES])
ANY: Draft = says(cached(V.m) <= cached(V.M), given=[V.m <= V.M], at=vgg(2))
SMALLER = V.P[V.m] <= V.P[V.M] + V.A[V.M]
# Up to group m < M the activations are at most those up to M - 1; the last group's are added.
BELOW = Derive(
    cases(
        V.m + 1 <= V.M,
        add(
            chain(
                shown(number(0) == total(INDEX, V.m + 1, V.M - 1, number(0))),
                telescope(
                    INDEX,
                    V.m + 1,
                    V.M - 1,
                    -total(K, 1, INDEX - 1, V.A[K]),
                    shown(number(0) <= V.A[INDEX]),
                ),
            ),
            shown(total(INDEX, 1, V.m, V.A[INDEX]) == total(INDEX, 1, V.m, V.A[INDEX])),
            given(SMALLER),
        ),
        same_whole(PLACE, V.m, V.M, cached(PLACE)),
    )
)
OF_LAYERS = says(LAYER_WISE <= LAST_LAYER)
# (8) as printed, a layer a group: its sums leave out the output gradient, which decides it.
BEFORE = total(INDEX, 1, V.m - 1, V.A[INDEX])
BY_8 = says(
    BEFORE <= total(INDEX, 1, V.M - 1, V.A[INDEX]),
    given=[V.m <= V.M],
    by=Derive(
        add(
            shown(BEFORE == BEFORE),
            telescope(
                INDEX, V.m, V.M - 1, -total(K, 1, INDEX - 1, V.A[K]), shown(number(0) <= V.A[INDEX])
            ),
        )
    ),
)
VGG_PEAK: Formula = external("peak of VGG-16", vgg_peak, V.vgg)
VGG_LAST = external("last group of VGG-16", vgg_last, V.vgg)
LAST_GROUP = (
    claim("groupwise/uniform-last-group", "§6.1", "The largest peak is that of the last group")
    .says(
        {"groups of blocks": OF_BLOCKS, "layer-wise": OF_LAYERS, "any network": ANY},
        settings=SETTINGS,
        notes=(says(VGG_LAST < VGG_PEAK), BY_8),
    )
    .quoting(
        r"m=M",
        part="groups of blocks",
        reading="The largest peak is at most that of the last group.",
    )
    .repaired(part="layer-wise", right=LAST_LAYER + LARGER_GRADIENT)
    .repaired(part="any network", also=[SMALLER], by=BELOW)
    .rejects(
        "the first group",
        part="groups of blocks",
        right=external("first group", first_uniform, *UNIFORM),
    )
)


def of_layers(activations: tuple[int, ...], gradients: tuple[int, ...], groups: int) -> Formula:
    """The peak of a network in groups of equally many layers."""
    means = "the peak of the network of the note in groups of equally many layers"
    return described(_of_layers(activations, gradients, groups), means)


def _of_layers(activations: tuple[int, ...], gradients: tuple[int, ...], groups: int) -> Formula:
    each = len(activations) // groups
    peak = grouping_peak(activations, gradients, range(1, len(activations) + 1, each))
    return external(f"peak of {groups} groups of layers", lambda: peak)


COARSER = external("peak of uniform groups", networks.uniform_peak, V.network, V.T, V.coarser)
FEWER = says(
    PEAK < COARSER, given=[DIVIDES, networks.divides(V.coarser), V.coarser < V.groups_of_blocks]
)
# Six layers, the third and the fourth with many outputs.
BULGE = ((1,) * 6, (1, 1, 9, 9, 1, 1))
MORE_GROUPS = (
    claim(
        "groupwise/peak-against-groups",
        "§6.1, Fig 5",
        "The peak of uniform groups falls as their number grows",
    )
    .says(
        FEWER,
        settings=SETTINGS,
        notes=(
            says(LAYER_WISE < PEAK, given=[DIVIDES]),
            # In general only groups that split others: two groups of three layers, three of two.
            says(of_layers(*BULGE, 2) < of_layers(*BULGE, 3)),
        ),
    )
    .rejects("twice", right=COARSER / 2)
    .rejects("by a tenth", right=Fraction(9, 10) * COARSER)
)
