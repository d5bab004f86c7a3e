<?php
namespace Cauris\WooCommerce;

use WC_Order;

defined( 'ABSPATH' ) || exit;

/** Orders and their checkout sessions. What the service says of a session is the only source of an order's state. */
final class Orders {
	private const SESSION      = '_cauris_session';
	private const SESSION_NO   = '_cauris_session_no';
	private const PAID_SESSION = '_cauris_paid_session';
	public const CHARGE        = '_cauris_charge';
	private const SECOND_PAYMENTS = '_cauris_second_payments';
	/** Orders that the hourly job asks about at once. */
	private const ASKED_AT_ONCE = 20;

	/**
	 * Where the payer of this order goes: the hosted page of its checkout session. A session that can still be paid is used again.
	 *
	 * @throws Refusal   When the order cannot be paid now.
	 * @throws Api_Error When the service gives no session.
	 */
	public static function payment_url( Api $api, WC_Order $order ): string {
		$amount   = to_minor( $order->get_total( 'edit' ), $order->get_currency() );
		$currency = $order->get_currency();
		$id       = (string) $order->get_meta( self::SESSION );
		$session  = '' === $id ? null : self::existing( $api, $id );
		if ( null !== $session ) {
			$is_same = $session['amount'] === $amount && $session['currency'] === $currency;
			if ( 'SUCCEEDED' === $session['status'] ) {
				self::sync( $api, $order->get_id(), $order->get_order_key(), $id );
				return $order->get_checkout_order_received_url();
			}
			if ( 'PROCESSING' === $session['status'] && ! $is_same ) {
				throw new Refusal( __( 'A payment of this order is under way. Wait until its result is known.', 'cauris-for-woocommerce' ) );
			}
			if ( self::is_payable( $session ) && $is_same ) {
				return $session['url'];
			}
			if ( self::is_payable( $session ) ) {
				$api->post( "/checkout/sessions/$id/cancel", array(), "woo-cancel-$id" );
			}
		}
		return self::open( $api, $order, $amount );
	}

	/** Null: it is of another mode or merchant, from before the key was changed, or of a sandbox that was emptied. */
	private static function existing( Api $api, string $id ): ?array {
		try {
			return $api->get( "/checkout/sessions/$id" );
		} catch ( Api_Error $error ) {
			if ( 404 !== $error->status ) {
				throw $error;
			}
			return null;
		}
	}

	private static function is_payable( array $session ): bool {
		return in_array( $session['status'], array( 'OPEN', 'PROCESSING' ), true )
			|| ( 'FAILED' === $session['status'] && $session['retryable'] );
	}

	private static function open( Api $api, WC_Order $order, string $amount ): string {
		$no     = (int) $order->get_meta( self::SESSION_NO ) + 1;
		$return = add_query_arg(
			array(
				'order' => $order->get_id(),
				'key'   => $order->get_order_key(),
			),
			WC()->api_request_url( 'cauris_return' )
		);
		$locale = substr( determine_locale(), 0, 2 );
		$body   = array_filter(
			array(
				'amount'     => $amount,
				'currency'   => $order->get_currency(),
				/* translators: %s: number of an order */
				'title'      => sprintf( __( 'Order %s', 'cauris-for-woocommerce' ), $order->get_order_number() ),
				'reference'  => substr( (string) $order->get_order_number(), 0, 64 ),
				'successUrl' => $return,
				'cancelUrl'  => $return,
				'locale'     => in_array( $locale, array( 'fr', 'en', 'pt' ), true ) ? $locale : null,
				'customer'   => self::customer( $order ),
				'metadata'   => array(
					'wooOrder'    => (string) $order->get_id(),
					'wooOrderKey' => $order->get_order_key(),
				),
			)
		);
		try {
			$session = $api->post( '/checkout/sessions', $body, self::session_key( $order, $no, $body ) );
		} catch ( Api_Error $error ) {
			if ( ! $error->is_about_customer() ) {
				throw $error;
			}
			// A number that is none must not keep the customer from paying.
			unset( $body['customer'] );
			$session = $api->post( '/checkout/sessions', $body, self::session_key( $order, $no, $body ) );
		}
		$order->update_meta_data( self::SESSION, $session['id'] );
		$order->update_meta_data( self::SESSION_NO, $no );
		$order->save();
		return $session['url'];
	}

	/** The same for a repeated click, another one for another request. The order's key is drawn by WooCommerce, unlike its number. */
	private static function session_key( WC_Order $order, int $no, array $body ): string {
		return 'woo-' . $order->get_order_key() . "-$no-" . substr( hash( 'sha256', (string) wp_json_encode( $body ) ), 0, 16 );
	}

	private static function customer( WC_Order $order ): array {
		return array_filter(
			array(
				'name'  => trim( $order->get_billing_first_name() . ' ' . $order->get_billing_last_name() ),
				'email' => $order->get_billing_email(),
				'phone' => $order->get_billing_phone(),
			)
		);
	}

	/**
	 * Asks the service for an order's session and makes the order's state follow. Returns the session; null when it is no order of
	 * this gateway, or not with this key.
	 *
	 * @throws Api_Error When the service cannot be asked.
	 */
	public static function sync( Api $api, int $order_id, string $order_key, ?string $session_id = null ): ?array {
		return Lock::hold(
			$order_id,
			static function () use ( $api, $order_id, $order_key, $session_id ): ?array {
				clean_post_cache( $order_id );
				$order = wc_get_order( $order_id );
				// A refund is an order, too, without a key.
				if ( ! $order instanceof WC_Order || GATEWAY_ID !== $order->get_payment_method() || ! hash_equals( $order->get_order_key(), $order_key ) ) {
					return null;
				}
				$id = $session_id ?? (string) $order->get_meta( self::SESSION );
				if ( 1 !== preg_match( '/^cs_[0-9a-z]+$/', $id ) ) {
					return null;
				}
				$session = $api->get( "/checkout/sessions/$id" );
				if ( ( $session['metadata']['wooOrderKey'] ?? '' ) !== $order_key ) {
					return null;
				}
				self::follow( $order, $session );
				return $session;
			}
		);
	}

	private static function follow( WC_Order $order, array $session ): void {
		$is_current = $order->get_meta( self::SESSION ) === $session['id'];
		if ( 'SUCCEEDED' === $session['status'] ) {
			self::fulfil( $order, $session );
		} elseif ( null !== $order->get_date_paid() || ! $is_current ) {
			return;
		} elseif ( 'PROCESSING' === $session['status'] ) {
			if ( $order->has_status( array( 'pending', 'failed' ) ) ) {
				$order->update_status( 'on-hold', __( 'Cauris: the result of the payment is not known yet. Do not ask the customer to pay again; this order changes by itself.', 'cauris-for-woocommerce' ) );
			}
		} elseif ( self::is_payable( $session ) ) {
			if ( $order->has_status( 'on-hold' ) ) {
				$order->update_status( 'pending', __( 'Cauris: the attempt failed; the customer can still pay.', 'cauris-for-woocommerce' ) . ' ' . $session['failureMessage'] );
			}
		} elseif ( $order->has_status( 'on-hold' ) || ( 'FAILED' === $session['status'] && $order->has_status( 'pending' ) ) ) {
			/* translators: %s: state of the checkout session */
			$order->update_status( 'failed', trim( sprintf( __( 'Cauris: not paid (%s).', 'cauris-for-woocommerce' ), $session['status'] ) . ' ' . $session['failureMessage'] ) );
		}
	}

	private static function fulfil( WC_Order $order, array $session ): void {
		if ( $order->get_meta( self::PAID_SESSION ) === $session['id'] ) {
			return;
		}
		$facts = $session['amountDisplay'] . ', ' . $session['chargeId'];
		$seen  = array_filter( explode( ' ', (string) $order->get_meta( self::SECOND_PAYMENTS ) ) );
		if ( in_array( $session['id'], $seen, true ) ) {
			return;
		}
		$is_expected = to_minor( $order->get_total( 'edit' ), $order->get_currency() ) === $session['amount'] && $order->get_currency() === $session['currency'];
		if ( null !== $order->get_date_paid() || ! $is_expected ) {
			$order->update_meta_data( self::SECOND_PAYMENTS, implode( ' ', array( ...$seen, $session['id'] ) ) );
			$order->save();
			if ( null !== $order->get_date_paid() ) {
				/* translators: %s: amount and charge */
				$order->add_order_note( sprintf( __( 'Cauris: this order was paid a second time (%s). Refund that payment in the dashboard of Cauris.', 'cauris-for-woocommerce' ), $facts ) );
			} else {
				/* translators: %s: amount and charge */
				$order->update_status( 'on-hold', sprintf( __( 'Cauris: %s was paid, which is not the amount of this order. Decide what to do.', 'cauris-for-woocommerce' ), $facts ) );
			}
			return;
		}
		if ( $order->has_status( 'cancelled' ) ) {
			$order->add_order_note( __( 'Cauris: the payment came after the order was cancelled. Look whether the goods are still there.', 'cauris-for-woocommerce' ) );
		}
		$order->update_meta_data( self::PAID_SESSION, $session['id'] );
		$order->update_meta_data( self::CHARGE, $session['chargeId'] );
		/* translators: %s: amount and charge */
		$order->add_order_note( sprintf( __( 'Cauris: paid (%s).', 'cauris-for-woocommerce' ), $facts ) );
		$order->payment_complete( $session['chargeId'] );
	}

	/** An order whose payer has come back while the service could not be asked. */
	public static function hold_unknown( int $order_id, string $order_key ): void {
		$order = wc_get_order( $order_id );
		if ( $order instanceof WC_Order && hash_equals( $order->get_order_key(), $order_key ) && $order->has_status( 'pending' ) ) {
			$order->update_status( 'on-hold', __( 'Cauris: the service could not be asked whether this order is paid. Do not ask the customer to pay again; this order changes by itself.', 'cauris-for-woocommerce' ) );
		}
	}

	/** WooCommerce cancels orders that nobody has paid in time: not those whose payment is under way, paid or unknown. */
	public static function may_be_cancelled( bool $may, WC_Order $order ): bool {
		if ( ! $may || GATEWAY_ID !== $order->get_payment_method() || '' === (string) $order->get_meta( self::SESSION ) ) {
			return $may;
		}
		try {
			$session = self::sync( Api::of_settings(), $order->get_id(), $order->get_order_key() );
			return null === $session || ! in_array( $session['status'], array( 'PROCESSING', 'SUCCEEDED' ), true );
		} catch ( Api_Error $error ) {
			wc_get_logger()->warning( $error->getMessage(), array( 'source' => 'cauris' ) );
			return false;
		}
	}

	/** Hourly: asks about orders on hold, for webhooks that did not arrive. */
	public static function ask_again(): void {
		if ( ! function_exists( 'wc_get_orders' ) ) {
			return;
		}
		$orders = wc_get_orders(
			array(
				'payment_method' => GATEWAY_ID,
				'status'         => 'on-hold',
				'limit'          => self::ASKED_AT_ONCE,
				'orderby'        => 'rand',
			)
		);
		foreach ( $orders as $order ) {
			try {
				self::sync( Api::of_settings(), $order->get_id(), $order->get_order_key() );
			} catch ( Api_Error $error ) {
				// The service is away: the next hour will do.
				wc_get_logger()->warning( $error->getMessage(), array( 'source' => 'cauris' ) );
				return;
			}
		}
	}
}
