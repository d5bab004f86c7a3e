<?php
/**
 * Plugin Name: Cauris for WooCommerce
 * Description: Payments by mobile money, wallet, card, bank transfer and QR code on the hosted page of a Cauris installation.
 * Version: 0.1.0
 * Requires at least: 6.0
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 8.0
 * WC tested up to: 9.9
 * License: Apache-2.0
 * Text Domain: cauris-for-woocommerce
 * Domain Path: /languages
 */

namespace Cauris\WooCommerce;

defined( 'ABSPATH' ) || exit;

const VERSION    = '0.1.0';
const GATEWAY_ID = 'cauris';
const ASK_AGAIN  = 'cauris_ask_again';

foreach ( array( 'money', 'class-refusal', 'class-api-error', 'class-api', 'signature', 'class-lock', 'class-orders', 'class-refunds', 'endpoints' ) as $file ) {
	require_once __DIR__ . "/includes/$file.php";
}

add_action(
	'before_woocommerce_init',
	static function (): void {
		if ( class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
			foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
				\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, __FILE__, true );
			}
		}
	}
);

add_action(
	'init',
	static function (): void {
		load_plugin_textdomain( 'cauris-for-woocommerce', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
	}
);

// WooCommerce's classes exist from here on.
add_action(
	'plugins_loaded',
	static function (): void {
		if ( class_exists( 'WC_Payment_Gateway' ) ) {
			require_once __DIR__ . '/includes/class-gateway.php';
		}
	}
);

add_filter(
	'woocommerce_payment_gateways',
	static function ( array $gateways ): array {
		$gateways[] = Gateway::class;
		return $gateways;
	}
);

add_action(
	'woocommerce_blocks_payment_method_type_registration',
	static function ( $registry ): void {
		require_once __DIR__ . '/includes/class-blocks.php';
		$registry->register( new Blocks() );
	}
);

add_action( 'woocommerce_api_cauris_webhook', __NAMESPACE__ . '\answer_webhook' );
add_action( 'woocommerce_api_cauris_return', __NAMESPACE__ . '\answer_return' );
add_action( 'woocommerce_thankyou_' . GATEWAY_ID, __NAMESPACE__ . '\show_waiting' );
add_action( 'woocommerce_create_refund', array( Refunds::class, 'remember' ) );
add_filter( 'woocommerce_cancel_unpaid_order', array( Orders::class, 'may_be_cancelled' ), 10, 2 );
add_action( ASK_AGAIN, array( Orders::class, 'ask_again' ) );

register_activation_hook(
	__FILE__,
	static function (): void {
		if ( ! wp_next_scheduled( ASK_AGAIN ) ) {
			wp_schedule_event( time() + HOUR_IN_SECONDS, 'hourly', ASK_AGAIN );
		}
	}
);
register_deactivation_hook(
	__FILE__,
	static function (): void {
		wp_clear_scheduled_hook( ASK_AGAIN );
	}
);
