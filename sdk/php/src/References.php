<?php

declare(strict_types=1);

namespace Cauris;

/** References that people read out, type and copy. */
final class References
{
    private const SIGNS = '23456789CDFHJKMNPQRTVWXY';
    private const LENGTH = 8;
    /** 24 to the power of 8. */
    private const COUNT = 110_075_314_176;
    private const PER_MS = 12;
    private const SCATTER = 68_030_285_017;
    private const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';

    /**
     * What the payer of a charge reads on the payment page and the receipt, such as `K7M2-QX4D`. For people: two charges can
     * have the same one after months. Throws InvalidArgumentException for text that is no charge's id (`ch_…`).
     */
    public static function shortReference(string $chargeId): string
    {
        if (preg_match('/^ch_[' . self::BASE32 . ']{26}\z/', $chargeId) !== 1) {
            throw new \InvalidArgumentException("\"$chargeId\" is not the id of a charge");
        }
        // The id is a UUID of 128 bits in signs of five: 48 bits of time, 4 of a version, 12 of a sequence.
        $head = 0;
        foreach (str_split(substr($chargeId, 3, 12)) as $sign) {
            $head = $head << 5 | (int) strpos(self::BASE32, $sign);
        }
        $ms = $head >> 12;
        $last = (int) strpos(self::BASE32, $chargeId[15]);
        $sequence = ($head & 0xff) << 4 | $last >> 1;
        $plain = $ms % intdiv(self::COUNT, self::PER_MS) * self::PER_MS + $sequence % self::PER_MS;
        // The product has more than 64 bits, so it is taken in two steps.
        $rest = $plain * (self::SCATTER >> 18) % self::COUNT;
        $rest = ($rest * (1 << 18) + $plain * (self::SCATTER & 0x3ffff)) % self::COUNT;
        $text = '';
        for ($at = 0; $at < self::LENGTH; $at += 1) {
            $text = self::SIGNS[$rest % strlen(self::SIGNS)] . $text;
            $rest = intdiv($rest, strlen(self::SIGNS));
        }
        return substr($text, 0, 4) . '-' . substr($text, 4);
    }

    /**
     * A short reference as a person typed it, in its one form: capitals, spaces and hyphens do not matter, and signs that look
     * alike are read as one. Null when it is none.
     */
    public static function readShortReference(string $typed): ?string
    {
        $text = strtr(strtoupper((string) preg_replace('/[\s-]/', '', $typed)), 'ZSBGU', '2586V');
        return preg_match('/^[' . self::SIGNS . ']{8}\z/', $text) === 1
            ? substr($text, 0, 4) . '-' . substr($text, 4)
            : null;
    }

    /** Whether the reference of a bank transfer (ISO 11649, `RF…`, without spaces, in capitals) has the right check digits. */
    public static function isCreditorReference(string $text): bool
    {
        if (preg_match('/^RF[0-9]{2}[A-Z0-9]{1,21}\z/', $text) !== 1) {
            return false;
        }
        $rest = 0;
        foreach (str_split(substr($text, 4) . substr($text, 0, 4)) as $sign) {
            $value = (int) base_convert($sign, 36, 10);
            $rest = ($rest * ($value < 10 ? 10 : 100) + $value) % 97;
        }
        return $rest === 1;
    }
}
