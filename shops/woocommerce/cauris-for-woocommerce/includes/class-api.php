<?php
namespace Cauris\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** The few calls that a shop makes, by WordPress' own HTTP functions, which know the host's proxy. */
final class Api {
	private const TIMEOUT_SECONDS = 15;
	/** After a lost answer or an overload the same request is sent again: it has the same idempotency key. */
	private const TRIES = 2;

	public function __construct( private readonly string $base_url, private readonly string $key ) {}

	/** By the settings of the shop. */
	public static function of_settings(): self {
		$settings = (array) get_option( 'woocommerce_' . GATEWAY_ID . '_settings', array() );
		return new self( (string) ( $settings['api_url'] ?? '' ), (string) ( $settings['api_key'] ?? '' ) );
	}

	/** @throws Api_Error When there is no good answer. */
	public function get( string $path ): array {
		return $this->request( 'GET', $path, null, null );
	}

	/** @throws Api_Error When there is no good answer. */
	public function post( string $path, array $body, string $idempotency_key ): array {
		return $this->request( 'POST', $path, $body, $idempotency_key );
	}

	private function request( string $method, string $path, ?array $body, ?string $idempotency_key ): array {
		$headers = array( 'Authorization' => 'Bearer ' . $this->key );
		if ( null !== $idempotency_key ) {
			$headers['Idempotency-Key'] = $idempotency_key;
			$headers['Content-Type']    = 'application/json';
		}
		$args = array(
			'method'      => $method,
			'timeout'     => self::TIMEOUT_SECONDS,
			'redirection' => 0,
			'headers'     => $headers,
			'body'        => null === $body ? null : ( array() === $body ? '{}' : wp_json_encode( $body ) ),
		);
		for ( $try = 1; ; $try++ ) {
			$answer = wp_remote_request( $this->address( $path ), $args );
			$status = is_wp_error( $answer ) ? 0 : (int) wp_remote_retrieve_response_code( $answer );
			if ( $try < self::TRIES && in_array( $status, array( 0, 429, 502, 503, 504 ), true ) ) {
				sleep( 1 );
				continue;
			}
			return self::read( $answer, $status );
		}
	}

	private function address( string $path ): string {
		$base = preg_replace( '#(/api/v1)?/*$#', '', $this->base_url );
		return $base . '/api/v1' . $path;
	}

	/** @param array|\WP_Error $answer What wp_remote_request returned. */
	private static function read( $answer, int $status ): array {
		if ( is_wp_error( $answer ) ) {
			throw new Api_Error( 'NO_ANSWER', $answer->get_error_message(), 0 );
		}
		$envelope = json_decode( wp_remote_retrieve_body( $answer ), true );
		if ( ! is_array( $envelope ) || ! array_key_exists( 'data', $envelope ) && ! isset( $envelope['error'] ) ) {
			// A proxy's page, or another site: what became of the request is not known.
			throw new Api_Error( 'NOT_JSON', sprintf( 'The answer with status %d is not the service\'s.', $status ), 0 );
		}
		if ( isset( $envelope['error'] ) ) {
			$error = $envelope['error'];
			throw new Api_Error( (string) $error['code'], (string) $error['message'], $status, (array) ( $error['details'] ?? array() ) );
		}
		return (array) $envelope['data'];
	}
}
