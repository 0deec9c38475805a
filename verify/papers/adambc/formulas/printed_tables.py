"""Numbers printed in Tables 1 and 2 and in the sentences that speak of them."""

from fractions import Fraction

F = Fraction
# Table 2, SNLI at t = 10000.
COLUMNS = ("Min", "Q1", "Median", "Q3", "Max", "Mean")
TABLE_2 = {
    "m^c": "-7.505e-05 -7.051e-08 -2.170e-18 7.056e-08 7.516e-05 4.194e-10",
    "m^p": "-1.879e-04 -2.428e-05 1.204e-08 2.427e-05 1.833e-04 6.120e-09",
    "v^c": "4.119e-24 8.297e-14 4.090e-13 9.819e-13 2.729e-08 4.032e-12",
    "v^p": "2.068e-08 2.408e-08 2.460e-08 2.513e-08 5.524e-08 2.461e-08",
    "v^corr": "3.000e-10 3.000e-10 3.000e-10 7.137e-10 3.082e-08 5.633e-10",
    "update^p": "-1.218 -1.548e-01 7.680e-05 1.548e-01 1.159 3.921e-05",
    "update^corr": "-1.085e+01 -1.116 5.473e-04 1.116 1.026e+01 3.650e-04",
}
TABLE_2_FLOOR, APPENDIX_A_FLOOR = F("3e-10"), F("1e-10")

# Table 1: accuracies of DP-SGD, DP-Adam and DP-AdamBC at the three budgets of each data set.
TABLE_1 = {
    "SNLI": ((1, 3, 7), "48.03 45.11 51.04", "44.72 47.52 52.63", "45.17 50.08 56.08"),
    "QNLI": ((1, 3, 7), "57.10 58.85 58.29", "58.00 60.72 61.23", "58.32 61.42 62.83"),
    "CIFAR10": ((1, 3, 7), "52.37 57.30 65.30", "51.89 54.08 62.24", "49.75 54.27 63.43"),
    "obgn-arxiv": ((3, 6, 12), "45.35 49.12 54.20", "46.55 51.98 54.02", "50.51 53.40 53.81"),
}
SST2 = F("66.4"), F("68.80")  # DP-Adam and DP-AdamBC, Figure 9


def gain(data: str, eps: int, over: tuple[int, ...] = (1, 2)) -> Fraction:
    """What DP-AdamBC gains over the best of DP-SGD (1) and DP-Adam (2), in points."""
    budgets, *rows = TABLE_1[data]
    place = budgets.index(eps)
    accuracies = [F(row.split()[place]) for row in rows]
    return accuracies[2] - max(accuracies[i - 1] for i in over)


def digits(row: str, column: str) -> str:
    """An entry of Table 2 as printed."""
    return TABLE_2[row].split()[COLUMNS.index(column)]


def entry(row: str, column: str) -> Fraction:
    """An entry of Table 2 as a number."""
    return F(digits(row, column))


CLEAN_SQUARE_Q3, CLEAN_SQUARE_MEAN, CLEAN_SQUARE_MAX = (
    entry("v^c", column) for column in ("Q3", "Mean", "Max")
)
CLEAN_MEAN_MAX, CORRECTED_UPDATE_Q3 = entry("m^c", "Max"), entry("update^corr", "Q3")
