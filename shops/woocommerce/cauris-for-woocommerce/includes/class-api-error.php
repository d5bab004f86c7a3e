<?php
namespace Cauris\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** A request without a result. Status 0: no answer came, so it is not known whether the request was done. */
final class Api_Error extends \RuntimeException {
	public function __construct(
		public readonly string $error_code,
		string $message,
		public readonly int $status,
		public readonly array $details = array()
	) {
		parent::__construct( $message );
	}

	/** Whether the request was refused, so that it has had no effect. */
	public function is_refusal(): bool {
		return $this->status >= 400 && $this->status < 500;
	}

	/** Whether one of the customer's fields was refused, and nothing else. */
	public function is_about_customer(): bool {
		$fields = $this->details['fields'] ?? array();
		foreach ( $fields as $field ) {
			if ( ! str_starts_with( (string) ( $field['path'] ?? '' ), 'customer' ) ) {
				return false;
			}
		}
		return array() !== $fields;
	}
}
