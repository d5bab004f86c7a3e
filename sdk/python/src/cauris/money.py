"""Amounts: the API writes them as text of minor units (`"1250"` is 12.50 EUR, `"5000"` is 5 000 XOF)."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal, Tuple, Union

from .types import Currency

DECIMALS = {
    "XOF": 0,
    "XAF": 0,
    "GNF": 0,
    "CDF": 2,
    "EUR": 2,
    "USD": 2,
    "NGN": 2,
    "GHS": 2,
    "KES": 2,
    "RWF": 0,
    "UGX": 0,
    "BIF": 0,
    "DJF": 0,
    "KMF": 0,
    "TND": 3,
    "MGA": 2,
    "MRU": 2,
    "MAD": 2,
    "DZD": 2,
    "CVE": 2,
    "GMD": 2,
    "LRD": 2,
    "SLE": 2,
    "ZMW": 2,
    "TZS": 2,
    "MWK": 2,
    "MZN": 2,
    "ETB": 2,
    "GBP": 2,
    "JPY": 0,
    "CHF": 2,
    "CAD": 2,
    "CNY": 2,
    "AED": 2,
    "EGP": 2,
    "ZAR": 2,
    "KWD": 3,
    "BHD": 3,
    "OMR": 3,
    "JOD": 3,
}
"""Digits after the decimal point of each currency that the service books (ISO 4217)."""


def to_minor(amount: Union[str, int, Decimal], currency: Currency) -> str:
    """
    `"12.50"` EUR as the API's text of minor units, `"1250"`; `"5000.00"` XOF as `"5000"`. Takes text, an int or a
    Decimal: a float has been rounded by the computer already. Raises ValueError for a fraction of a minor unit
    (`"12.5"` XOF), because nobody can pay it, and for anything that is no amount.
    """
    if isinstance(amount, (float, bool)):
        raise ValueError(f"{amount} is not text, int or Decimal: give an amount with decimals as text")
    text = f"{amount:f}" if isinstance(amount, Decimal) else str(amount)
    match = re.fullmatch(r"([0-9]{1,15})(?:\.([0-9]{1,6}))?", text)
    if match is None:
        raise ValueError(f'"{text}" is not an amount')
    digits = _decimals_of(currency)
    fraction = match[2] or ""
    if fraction[digits:].strip("0") != "":
        raise ValueError(f"{text} {currency} cannot be paid: {currency} has {digits or 'no'} decimals")
    return str(int(match[1] + fraction[:digits].ljust(digits, "0")))


def to_decimal(minor: Union[str, int], currency: Currency) -> str:
    """`"1250"` EUR as `"12.50"`; `"5000"` XOF as `"5000"`. Raises ValueError for text that is no whole number."""
    text = str(minor)
    if re.fullmatch("-?[0-9]{1,20}", text) is None:
        raise ValueError(f'"{text}" is not a number of minor units')
    digits = _decimals_of(currency)
    if digits == 0:
        return text
    sign = "-" if text.startswith("-") else ""
    padded = text[len(sign) :].rjust(digits + 1, "0")
    return f"{sign}{padded[:-digits]}.{padded[-digits:]}"


def _decimals_of(currency: str) -> int:
    if currency not in DECIMALS:
        raise ValueError(f'"{currency}" is not a currency of the service')
    return DECIMALS[currency]


SYMBOLS = {
    "fr": {"XOF": "F\u202fCFA", "XAF": "FCFA", "EUR": "€", "USD": "$US", "GBP": "£GB", "CAD": "$CA"},
    "en": {
        "XOF": "F\u202fCFA",
        "XAF": "FCFA",
        "EUR": "€",
        "USD": "US$",
        "GBP": "£",
        "JPY": "JP¥",
        "CAD": "CA$",
        "CNY": "CN¥",
    },
}
"""What people write instead of a currency's code."""
SYMBOLS["pt"] = SYMBOLS["en"]

SPACE = "\u00a0"
NARROW_SPACE = "\u202f"


def format(minor: Union[str, int], currency: Currency, locale: Literal["fr", "en", "pt"] = "fr") -> str:
    """
    An amount as the payer's page writes it: `"5000"` XOF is `5 000 F CFA` in French, with spaces that do not break.
    Raises ValueError for another locale: a library such as Babel knows more.
    """
    if locale not in SYMBOLS:
        raise ValueError(f'"{locale}" is not fr, en or pt')
    sign, whole, fraction = _parts(to_decimal(minor, currency))
    symbol = SYMBOLS[locale].get(currency, currency)
    if locale == "en":
        gap = SPACE if symbol[-1].isalpha() else ""
        return f"{sign}{symbol}{gap}{_grouped(whole, ',')}{'.' if fraction else ''}{fraction}"
    # Portuguese writes 1234, and 12 345.
    grouped = whole if locale == "pt" and len(whole) < 5 else _grouped(whole, NARROW_SPACE if locale == "fr" else SPACE)
    return f"{sign}{grouped}{',' if fraction else ''}{fraction}{SPACE}{symbol}"


def _parts(decimal: str) -> Tuple[str, str, str]:
    match = re.fullmatch(r"(-?)0*([0-9]+?)(?:\.([0-9]+))?", decimal)
    assert match is not None, decimal
    return match[1], match[2], match[3] or ""


def _grouped(digits: str, separator: str) -> str:
    return re.sub(r"(?<=[0-9])(?=(?:[0-9]{3})+$)", separator, digits)
