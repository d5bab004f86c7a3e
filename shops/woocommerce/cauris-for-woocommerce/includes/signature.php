<?php
namespace Cauris\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** How old or how new a webhook may be, in seconds. */
const TOLERANCE_SECONDS = 300;

/**
 * The event in a webhook, once its signature is found to be the service's (Standard Webhooks 1.0). Null otherwise.
 *
 * @param array<string, string> $headers With names in lower case.
 * @param string                $body    As it arrived, before any parser has read it.
 */
function verified_event( string $secret, array $headers, string $body, int $now ): ?array {
	$id        = $headers['webhook-id'] ?? '';
	$timestamp = $headers['webhook-timestamp'] ?? '';
	$key       = str_starts_with( $secret, 'whsec_' ) ? base64_decode( substr( $secret, 6 ), true ) : false;
	if ( '' === $id || ! ctype_digit( $timestamp ) || false === $key || '' === $key ) {
		return null;
	}
	if ( abs( $now - (int) $timestamp ) > TOLERANCE_SECONDS ) {
		return null;
	}
	$expected = 'v1,' . base64_encode( hash_hmac( 'sha256', "$id.$timestamp.$body", $key, true ) );
	foreach ( explode( ' ', $headers['webhook-signature'] ?? '' ) as $given ) {
		if ( hash_equals( $expected, $given ) ) {
			$event = json_decode( $body, true );
			return is_array( $event ) ? $event : null;
		}
	}
	return null;
}
