<?php
namespace Cauris\WooCommerce;

use WC_Admin_Settings;
use WC_Order;
use WC_Payment_Gateway;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/** The gateway as WooCommerce knows it: settings, the way to the hosted page, refunds. */
final class Gateway extends WC_Payment_Gateway {
	private const PERMISSIONS = array( 'merchant.checkout.manage', 'merchant.refunds.manage' );

	public function __construct() {
		$this->id                 = GATEWAY_ID;
		$this->method_title       = 'Cauris';
		$this->method_description = __( 'The customer pays on the hosted page: mobile money, wallet, card, bank transfer or QR code.', 'cauris-for-woocommerce' );
		$this->has_fields         = false;
		$this->supports           = array( 'products', 'refunds' );
		$this->init_form_fields();
		$this->init_settings();
		$this->title       = $this->get_option( 'title' );
		$this->description = $this->get_option( 'description' );
		add_action( 'woocommerce_update_options_payment_gateways_' . $this->id, array( $this, 'process_admin_options' ) );
	}

	public function init_form_fields(): void {
		$this->form_fields = array(
			'enabled'        => array(
				'title'   => __( 'Active', 'cauris-for-woocommerce' ),
				'type'    => 'checkbox',
				'label'   => __( 'Offer Cauris at checkout', 'cauris-for-woocommerce' ),
				'default' => 'no',
			),
			'title'          => array(
				'title'   => __( 'Title', 'cauris-for-woocommerce' ),
				'type'    => 'text',
				'default' => __( 'Mobile money, card or transfer', 'cauris-for-woocommerce' ),
			),
			'description'    => array(
				'title'   => __( 'Description', 'cauris-for-woocommerce' ),
				'type'    => 'textarea',
				'default' => __( 'You choose how to pay on the next page.', 'cauris-for-woocommerce' ),
			),
			'api_url'        => array(
				'title'       => __( 'Address of the service', 'cauris-for-woocommerce' ),
				'type'        => 'url',
				'placeholder' => 'https://pay.example.com',
			),
			'api_key'        => array(
				'title'       => __( 'API key', 'cauris-for-woocommerce' ),
				'type'        => 'password',
				/* translators: %s: names of permissions */
				'description' => sprintf( __( 'With the permissions %s. A sandbox key takes test payments.', 'cauris-for-woocommerce' ), implode( ', ', self::PERMISSIONS ) ),
			),
			'webhook_secret' => array(
				'title'       => __( 'Webhook secret', 'cauris-for-woocommerce' ),
				'type'        => 'password',
				/* translators: %s: an address */
				'description' => sprintf( __( 'Register the address %s in the dashboard of Cauris, save its secret here, and ask for a ping there.', 'cauris-for-woocommerce' ), '<code>' . esc_html( WC()->api_request_url( 'cauris_webhook' ) ) . '</code>' ),
			),
		);
	}

	public function is_available(): bool {
		return parent::is_available() && ! $this->needs_setup() && isset( DECIMALS[ get_woocommerce_currency() ] );
	}

	public function needs_setup(): bool {
		return '' === $this->get_option( 'api_url' ) || '' === $this->get_option( 'api_key' );
	}

	/** Saving tests the connection. */
	public function process_admin_options(): bool {
		$saved = parent::process_admin_options();
		if ( ! $this->needs_setup() ) {
			try {
				WC_Admin_Settings::add_message( $this->test_connection() );
			} catch ( Refusal | Api_Error $error ) {
				/* translators: %s: a message */
				WC_Admin_Settings::add_error( sprintf( __( 'Cauris: the test of the connection failed. %s', 'cauris-for-woocommerce' ), $error->getMessage() ) );
			}
		}
		return $saved;
	}

	/**
	 * What the service says of the key, for the person who has saved it.
	 *
	 * @throws Refusal   When the settings are not complete.
	 * @throws Api_Error When the service does not know the key, or does not answer.
	 */
	public function test_connection(): string {
		$caller  = ( new Api( $this->get_option( 'api_url' ), $this->get_option( 'api_key' ) ) )->get( '/merchant/caller' );
		$missing = array_diff( self::PERMISSIONS, $caller['permissions'] );
		if ( array() !== $missing ) {
			/* translators: %s: names of permissions */
			throw new Refusal( sprintf( __( 'The key lacks %s.', 'cauris-for-woocommerce' ), implode( ', ', $missing ) ) );
		}
		if ( ! str_starts_with( $this->get_option( 'webhook_secret' ), 'whsec_' ) ) {
			throw new Refusal( __( 'The key is right; the webhook secret is missing. It begins with whsec_.', 'cauris-for-woocommerce' ) );
		}
		/* translators: 1: name of the merchant 2: SANDBOX or LIVE */
		return sprintf( __( 'Cauris: connected as %1$s (%2$s).', 'cauris-for-woocommerce' ), $caller['merchantName'], $caller['mode'] );
	}

	/** @param int $order_id Of the order that the customer has placed. */
	public function process_payment( $order_id ): array {
		$order = wc_get_order( $order_id );
		try {
			if ( ! $order instanceof WC_Order ) {
				throw new Refusal( __( 'This order does not exist.', 'cauris-for-woocommerce' ) );
			}
			return array(
				'result'   => 'success',
				'redirect' => Orders::payment_url( Api::of_settings(), $order ),
			);
		} catch ( Refusal $refusal ) {
			wc_add_notice( $refusal->getMessage(), 'error' );
		} catch ( Api_Error $error ) {
			wc_get_logger()->error( 'payment: ' . $error->error_code . ' ' . $error->getMessage(), array( 'source' => 'cauris' ) );
			wc_add_notice( __( 'The payment could not be started. Nothing was charged: please try again in a minute.', 'cauris-for-woocommerce' ), 'error' );
		}
		return array( 'result' => 'failure' );
	}

	/**
	 * @param int         $order_id Of the order.
	 * @param string|null $amount   In units of the currency; null is refused, because nothing says how much it is.
	 * @param string      $reason   For the shop's own people.
	 * @return bool|WP_Error
	 */
	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || null === $amount ) {
			return new WP_Error( 'cauris', __( 'This order does not exist.', 'cauris-for-woocommerce' ) );
		}
		try {
			$id = Refunds::create( Api::of_settings(), $order, (string) $amount, (string) $reason );
		} catch ( Refusal $refusal ) {
			return new WP_Error( 'cauris', $refusal->getMessage() );
		} catch ( Api_Error $error ) {
			$message = $error->is_refusal()
				? $error->getMessage()
				: __( 'Cauris did not answer: it is not known whether the refund was made. Try the same amount again: it is not made twice.', 'cauris-for-woocommerce' );
			return new WP_Error( 'cauris', $message );
		}
		/* translators: %s: id of the refund */
		$order->add_order_note( sprintf( __( 'Cauris: refund %s is on its way to the customer.', 'cauris-for-woocommerce' ), $id ) );
		return true;
	}
}
