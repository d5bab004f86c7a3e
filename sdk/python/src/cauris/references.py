"""References that people read out, type and copy."""

from __future__ import annotations

import re
from typing import Optional

SIGNS = "23456789CDFHJKMNPQRTVWXY"
LENGTH = 8
REFERENCES = len(SIGNS) ** LENGTH
PER_MS = 12
SCATTER = 68_030_285_017
MEANT = str.maketrans({"Z": "2", "S": "5", "B": "8", "G": "6", "U": "V"})
BASE32 = "0123456789abcdefghjkmnpqrstvwxyz"


def short_reference(charge_id: str) -> str:
    """
    What the payer of a charge reads on the payment page and the receipt, such as `K7M2-QX4D`. For people: two charges can
    have the same one after months. Raises ValueError for text that is no charge's id (`ch_…`).
    """
    match = re.fullmatch(f"ch_([{BASE32}]{{26}})", charge_id)
    if match is None:
        raise ValueError(f'"{charge_id}" is not the id of a charge')
    bits = 0
    for sign in match[1]:
        bits = bits * 32 + BASE32.index(sign)
    # 26 signs of five bits hold a UUID of 128 bits and two zeros.
    uuid = bits >> 2
    ms, sequence = uuid >> 80, (uuid >> 64) & 0xFFF
    rest = (ms % (REFERENCES // PER_MS) * PER_MS + sequence % PER_MS) * SCATTER % REFERENCES
    text = ""
    for _ in range(LENGTH):
        rest, digit = divmod(rest, len(SIGNS))
        text = SIGNS[digit] + text
    return f"{text[:4]}-{text[4:]}"


def read_short_reference(typed: str) -> Optional[str]:
    """
    A short reference as a person typed it, in its one form: capitals, spaces and hyphens do not matter, and signs that look
    alike are read as one. None when it is none.
    """
    text = re.sub(r"[\s-]", "", typed).upper().translate(MEANT)
    return f"{text[:4]}-{text[4:]}" if re.fullmatch(f"[{SIGNS}]{{8}}", text) else None


def is_creditor_reference(text: str) -> bool:
    """
    Whether the reference of a bank transfer (ISO 11649, `RF…`, without spaces, in capitals) has the right check digits.
    """
    if re.fullmatch("RF[0-9]{2}[A-Z0-9]{1,21}", text) is None:
        return False
    return int("".join(str(int(sign, 36)) for sign in text[4:] + text[:4])) % 97 == 1
