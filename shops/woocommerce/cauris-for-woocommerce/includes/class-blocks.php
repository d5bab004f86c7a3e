<?php
namespace Cauris\WooCommerce;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

defined( 'ABSPATH' ) || exit;

/** The gateway in the checkout made of blocks. */
final class Blocks extends AbstractPaymentMethodType {
	protected $name = GATEWAY_ID;

	public function initialize(): void {
		$this->settings = (array) get_option( 'woocommerce_' . GATEWAY_ID . '_settings', array() );
	}

	public function is_active(): bool {
		return true === $this->gateway()?->is_available();
	}

	/** WooCommerce's own instance: each new one would listen to the settings again. */
	private function gateway(): ?Gateway {
		return WC()->payment_gateways()->payment_gateways()[ GATEWAY_ID ] ?? null;
	}

	public function get_payment_method_script_handles(): array {
		$dependencies = array( 'wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities' );
		wp_register_script( 'cauris-blocks', plugins_url( 'assets/blocks.js', __DIR__ ), $dependencies, VERSION, true );
		return array( 'cauris-blocks' );
	}

	public function get_payment_method_data(): array {
		$gateway = $this->gateway();
		return array(
			'title'       => $gateway?->title,
			'description' => $gateway?->description,
			'supports'    => $gateway?->supports,
		);
	}
}
