<?php
namespace Cauris\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Digits after the decimal point of each currency that the service books (ISO 4217). */
const DECIMALS = array(
	'XOF' => 0, 'XAF' => 0, 'GNF' => 0, 'CDF' => 2, 'EUR' => 2, 'USD' => 2, 'NGN' => 2, 'GHS' => 2, 'KES' => 2, 'RWF' => 0,
	'UGX' => 0, 'BIF' => 0, 'DJF' => 0, 'KMF' => 0, 'TND' => 3, 'MGA' => 2, 'MRU' => 2, 'MAD' => 2, 'DZD' => 2, 'CVE' => 2,
	'GMD' => 2, 'LRD' => 2, 'SLE' => 2, 'ZMW' => 2, 'TZS' => 2, 'MWK' => 2, 'MZN' => 2, 'ETB' => 2, 'GBP' => 2, 'JPY' => 0,
	'CHF' => 2, 'CAD' => 2, 'CNY' => 2, 'AED' => 2, 'EGP' => 2, 'ZAR' => 2, 'KWD' => 3, 'BHD' => 3, 'OMR' => 3, 'JOD' => 3,
);

/**
 * WooCommerce's amount, in units of the currency, as text of minor units. Text throughout: a float would round.
 *
 * @throws Refusal For a currency that the service does not book, and for more decimals than the currency has.
 */
function to_minor( string|int|float $amount, string $currency ): string {
	$digits = DECIMALS[ $currency ] ?? null;
	if ( null === $digits ) {
		/* translators: %s: code of a currency */
		throw new Refusal( sprintf( __( 'Cauris does not take payments in %s.', 'cauris-for-woocommerce' ), $currency ) );
	}
	if ( 1 !== preg_match( '/^(\d{1,15})(?:\.(\d+))?$/', (string) $amount, $parts ) ) {
		throw new Refusal( __( 'The amount of this order is not a number.', 'cauris-for-woocommerce' ) );
	}
	$fraction = rtrim( $parts[2] ?? '', '0' );
	if ( strlen( $fraction ) > $digits ) {
		throw new Refusal(
			sprintf(
				/* translators: 1: amount 2: code of a currency 3: number of decimals */
				__( '%1$s %2$s cannot be paid: this currency has %3$d decimals. Set the number of decimals in the settings of WooCommerce.', 'cauris-for-woocommerce' ),
				$amount,
				$currency,
				$digits
			)
		);
	}
	return ltrim( $parts[1] . str_pad( $fraction, $digits, '0' ), '0' ) ?: '0';
}
