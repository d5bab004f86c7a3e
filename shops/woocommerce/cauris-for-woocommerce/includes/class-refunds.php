<?php
namespace Cauris\WooCommerce;

use WC_Order;
use WC_Order_Refund;

defined( 'ABSPATH' ) || exit;

/** Refunds of orders. */
final class Refunds {
	/** Of an order: the service's refunds that WooCommerce knows, by WooCommerce's ids. */
	private const RECORDED = '_cauris_refunds';
	/** A refund that was made so recently may still be on its way into the order, in seconds. */
	private const ON_ITS_WAY_SECONDS = 60;

	private static ?WC_Order_Refund $asked = null;

	/** WooCommerce does not tell a gateway which of its refunds it asks for; this hook runs just before. */
	public static function remember( WC_Order_Refund $refund ): void {
		self::$asked = $refund;
	}

	/**
	 * Refunds a part of an order once. WooCommerce deletes a refund whose answer was lost and makes another one when somebody tries
	 * again: a refund that the service has and the order does not is therefore taken as this one if its amount is the same, and named
	 * in the refusal otherwise.
	 *
	 * @throws Refusal   When nothing can be refunded.
	 * @throws Api_Error When the service refuses, or does not answer.
	 */
	public static function create( Api $api, WC_Order $order, string $amount, string $reason ): string {
		$charge = (string) $order->get_meta( Orders::CHARGE );
		if ( '' === $charge ) {
			throw new Refusal( __( 'Nothing was paid by Cauris, so there is nothing to refund.', 'cauris-for-woocommerce' ) );
		}
		$minor    = to_minor( $amount, $order->get_currency() );
		$recorded = (array) ( $order->get_meta( self::RECORDED ) ?: array() );
		// Without WooCommerce's id the number of refunds so far tells them apart.
		$own      = self::$asked?->get_parent_id() === $order->get_id() ? self::$asked->get_id() : 0;
		$refund   = (string) ( $own > 0 ? $own : 'n' . count( $recorded ) );
		$made     = self::lost( $api, $charge, $recorded, $refund, $minor );
		$id       = $made ?? $api->post(
			"/payments/charges/$charge/refunds",
			array_filter(
				array(
					'amount'   => $minor,
					'reason'   => 'REQUESTED_BY_PAYER',
					'note'     => mb_substr( $reason, 0, 500 ),
					'metadata' => array(
						'wooRefund'   => $refund,
						'wooOrder'    => (string) $order->get_id(),
						'wooOrderKey' => $order->get_order_key(),
					),
				)
			),
			'woo-refund-' . $order->get_order_key() . "-$refund"
		)['id'];
		$recorded[ $refund ] = $id;
		$order->update_meta_data( self::RECORDED, $recorded );
		$order->save();
		return $id;
	}

	/** The service's refund of this amount that was asked for by WooCommerce and is not recorded; null: there is none. */
	private static function lost( Api $api, string $charge, array $recorded, string $own, string $minor ): ?string {
		foreach ( $api->get( "/payments/refunds?limit=100&chargeId=$charge" ) as $refund ) {
			$owner = $refund['metadata']['wooRefund'] ?? null;
			if ( null === $owner || in_array( $refund['id'], $recorded, true ) || in_array( $refund['status'], array( 'FAILED', 'CANCELLED' ), true ) ) {
				continue;
			}
			if ( $owner !== $own && time() - strtotime( $refund['createdAt'] ) < self::ON_ITS_WAY_SECONDS ) {
				throw new Refusal( __( 'Another refund of this order was made just now. Try again in a minute.', 'cauris-for-woocommerce' ) );
			}
			if ( $refund['amount'] === $minor ) {
				return $refund['id'];
			}
			throw new Refusal(
				sprintf(
					/* translators: 1: amount 2: id of the refund */
					__( 'A refund of %1$s (%2$s) was made, but its answer was lost. Refund that amount first to record it: it is not made twice.', 'cauris-for-woocommerce' ),
					$refund['amountDisplay'],
					$refund['id']
				)
			);
		}
		return null;
	}

	/** The provider could not return the money: WooCommerce's refund is taken back, so that its sums stay right. */
	public static function failed( array $refund ): void {
		$own   = wc_get_order( (int) ( $refund['metadata']['wooRefund'] ?? 0 ) );
		$order = wc_get_order( (int) ( $refund['metadata']['wooOrder'] ?? 0 ) );
		if ( ! $own instanceof WC_Order_Refund || ! $order instanceof WC_Order || $own->get_parent_id() !== $order->get_id() ) {
			return;
		}
		$recorded = (array) ( $order->get_meta( self::RECORDED ) ?: array() );
		if ( ( $recorded[ (string) $own->get_id() ] ?? null ) !== $refund['id'] ) {
			return;
		}
		$own->delete( true );
		/* translators: 1: amount 2: id of the refund 3: reason */
		$order->add_order_note( trim( sprintf( __( 'Cauris: the refund of %1$s (%2$s) failed. The customer has not received the money. %3$s', 'cauris-for-woocommerce' ), $refund['amountDisplay'], $refund['id'], $refund['failureMessage'] ?? '' ) ) );
	}
}
