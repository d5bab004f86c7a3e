<?php

declare(strict_types=1);

namespace Cauris;

/** Amounts: the API writes them as text of minor units (`'1250'` is 12.50 EUR, `'5000'` is 5 000 XOF). */
final class Money
{
    /** Digits after the decimal point of each currency that the service books (ISO 4217). */
    public const DECIMALS = [
        'XOF' => 0,
        'XAF' => 0,
        'GNF' => 0,
        'CDF' => 2,
        'EUR' => 2,
        'USD' => 2,
        'NGN' => 2,
        'GHS' => 2,
        'KES' => 2,
        'RWF' => 0,
        'UGX' => 0,
        'BIF' => 0,
        'DJF' => 0,
        'KMF' => 0,
        'TND' => 3,
        'MGA' => 2,
        'MRU' => 2,
        'MAD' => 2,
        'DZD' => 2,
        'CVE' => 2,
        'GMD' => 2,
        'LRD' => 2,
        'SLE' => 2,
        'ZMW' => 2,
        'TZS' => 2,
        'MWK' => 2,
        'MZN' => 2,
        'ETB' => 2,
        'GBP' => 2,
        'JPY' => 0,
        'CHF' => 2,
        'CAD' => 2,
        'CNY' => 2,
        'AED' => 2,
        'EGP' => 2,
        'ZAR' => 2,
        'KWD' => 3,
        'BHD' => 3,
        'OMR' => 3,
        'JOD' => 3,
    ];

    /** What people write instead of a currency's code. Portuguese has the English ones. */
    private const SYMBOLS = [
        'fr' => [
            'XOF' => "F\u{202f}CFA",
            'XAF' => 'FCFA',
            'EUR' => '€',
            'USD' => '$US',
            'GBP' => '£GB',
            'CAD' => '$CA',
        ],
        'en' => [
            'XOF' => "F\u{202f}CFA",
            'XAF' => 'FCFA',
            'EUR' => '€',
            'USD' => 'US$',
            'GBP' => '£',
            'JPY' => 'JP¥',
            'CAD' => 'CA$',
            'CNY' => 'CN¥',
        ],
    ];

    private const SPACE = "\u{a0}";
    private const NARROW_SPACE = "\u{202f}";

    /**
     * `'12.50'` EUR as the API's text of minor units, `'1250'`; `'5000.00'` XOF as `'5000'`. Takes text or an int: a
     * float has been rounded by the computer already. Throws InvalidArgumentException for a fraction of a minor unit
     * (`'12.5'` XOF), because nobody can pay it, and for anything that is no amount.
     */
    public static function toMinor(string|int|float $amount, string $currency): string
    {
        // PHP would turn a float into an int or a text without a word.
        if (is_float($amount)) {
            throw new \InvalidArgumentException("$amount is not text or int: give an amount with decimals as text");
        }
        if (preg_match('/^([0-9]{1,15})(?:\.([0-9]{1,6}))?\z/', (string) $amount, $parts) !== 1) {
            throw new \InvalidArgumentException("\"$amount\" is not an amount");
        }
        $digits = self::decimalsOf($currency);
        $fraction = $parts[2] ?? '';
        if (trim(substr($fraction, $digits), '0') !== '') {
            $decimals = $digits === 0 ? 'no' : $digits;
            throw new \InvalidArgumentException("$amount $currency cannot be paid: $currency has $decimals decimals");
        }
        $minor = ltrim($parts[1] . str_pad(substr($fraction, 0, $digits), $digits, '0'), '0');
        return $minor === '' ? '0' : $minor;
    }

    /** `'1250'` EUR as `'12.50'`; `'5000'` XOF as `'5000'`. Throws InvalidArgumentException for text that is no whole number. */
    public static function toDecimal(string|int $minor, string $currency): string
    {
        $text = (string) $minor;
        if (preg_match('/^-?[0-9]{1,20}\z/', $text) !== 1) {
            throw new \InvalidArgumentException("\"$text\" is not a number of minor units");
        }
        $digits = self::decimalsOf($currency);
        if ($digits === 0) {
            return $text;
        }
        $sign = str_starts_with($text, '-') ? '-' : '';
        $padded = str_pad(substr($text, strlen($sign)), $digits + 1, '0', STR_PAD_LEFT);
        return $sign . substr($padded, 0, -$digits) . '.' . substr($padded, -$digits);
    }

    /**
     * An amount as the payer's page writes it: `'5000'` XOF is `5 000 F CFA` in French, with spaces that do not break.
     * Throws InvalidArgumentException for another locale than fr, en and pt: the extension intl knows more.
     */
    public static function format(string|int $minor, string $currency, string $locale = 'fr'): string
    {
        if (!in_array($locale, ['fr', 'en', 'pt'], true)) {
            throw new \InvalidArgumentException("\"$locale\" is not fr, en or pt");
        }
        preg_match('/^(-?)0*([0-9]+?)(?:\.([0-9]+))?\z/', self::toDecimal($minor, $currency), $parts);
        [, $sign, $whole] = $parts;
        $fraction = $parts[3] ?? '';
        $symbol = self::SYMBOLS[$locale === 'fr' ? 'fr' : 'en'][$currency] ?? $currency;
        if ($locale === 'en') {
            $gap = ctype_alpha(substr($symbol, -1)) ? self::SPACE : '';
            return $sign . $symbol . $gap . self::grouped($whole, ',') . ($fraction === '' ? '' : ".$fraction");
        }
        // Portuguese writes 1234, and 12 345.
        $grouped = $locale === 'pt' && strlen($whole) < 5
            ? $whole
            : self::grouped($whole, $locale === 'fr' ? self::NARROW_SPACE : self::SPACE);
        return $sign . $grouped . ($fraction === '' ? '' : ",$fraction") . self::SPACE . $symbol;
    }

    private static function grouped(string $digits, string $separator): string
    {
        return (string) preg_replace('/(?<=[0-9])(?=(?:[0-9]{3})+\z)/', $separator, $digits);
    }

    private static function decimalsOf(string $currency): int
    {
        return self::DECIMALS[$currency]
            ?? throw new \InvalidArgumentException("\"$currency\" is not a currency of the service");
    }
}
