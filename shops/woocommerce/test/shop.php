<?php
/**
 * A shop for tests: the hooks, functions and classes of WordPress and WooCommerce that the plugin uses, as they are documented, with
 * orders in a file. It is no WordPress: it tells whether the plugin does the right thing when these hooks are called, not whether a
 * version of WooCommerce calls them. Run by `php -S 127.0.0.1:<port> shop.php` with SHOP_DIR, a folder of its own.
 */

namespace Cauris\WooCommerce {
	/** The test's clock. */
	function time(): int {
		return (int) file_get_contents( \getenv( 'SHOP_DIR' ) . '/now' );
	}
	function sleep( int $seconds ): void {}
}

namespace Automattic\WooCommerce\Blocks\Payments\Integrations {
	abstract class AbstractPaymentMethodType {
		protected $name     = '';
		protected $settings = array();
		public function get_name() {
			return $this->name;
		}
	}
}

namespace {
	const ABSPATH         = '/';
	const DB_NAME         = 'shop';
	const HOUR_IN_SECONDS = 3600;
	error_reporting( E_ALL );
	set_error_handler( static fn( $no, $text, $file, $line ) => throw new ErrorException( $text, 0, $no, $file, $line ) );

	// ---- Storage -------------------------------------------------------------------------------------------------------
	function stored( string $name, mixed $default ): mixed {
		$path = getenv( 'SHOP_DIR' ) . "/$name";
		return is_file( $path ) ? unserialize( file_get_contents( $path ) ) : $default;
	}
	function store( string $name, mixed $value ): void {
		file_put_contents( getenv( 'SHOP_DIR' ) . "/$name", serialize( $value ) );
	}
	function get_option( $name, $default = false ) {
		return stored( 'options', array() )[ $name ] ?? $default;
	}
	function update_option( $name, $value ) {
		store( 'options', array( $name => $value ) + stored( 'options', array() ) );
	}
	function delete_option( $name ) {
		store( 'options', array_diff_key( stored( 'options', array() ), array( $name => true ) ) );
	}

	// ---- Hooks ---------------------------------------------------------------------------------------------------------
	$hooks = array();
	function add_filter( $hook, $callback, $priority = 10, $args = 1 ) {
		global $hooks;
		$hooks[ $hook ][] = array( $callback, $args );
	}
	function add_action( $hook, $callback, $priority = 10, $args = 1 ) {
		add_filter( $hook, $callback, $priority, $args );
	}
	function apply_filters( $hook, $value, ...$more ) {
		global $hooks;
		foreach ( $hooks[ $hook ] ?? array() as list( $callback, $args ) ) {
			$value = $callback( ...array_slice( array( $value, ...$more ), 0, $args ) );
		}
		return $value;
	}
	function do_action( $hook, ...$given ) {
		global $hooks;
		foreach ( $hooks[ $hook ] ?? array() as list( $callback, $args ) ) {
			$callback( ...array_slice( $given, 0, $args ) );
		}
	}
	function register_activation_hook( $file, $callback ) {
		add_action( 'test_activate', $callback );
	}
	function register_deactivation_hook( $file, $callback ) {
		add_action( 'test_deactivate', $callback );
	}
	$scheduled = array();
	function wp_next_scheduled( $hook ) {
		return $GLOBALS['scheduled'][ $hook ] ?? false;
	}
	function wp_schedule_event( $when, $how, $hook ) {
		$GLOBALS['scheduled'][ $hook ] = $when;
	}
	function wp_clear_scheduled_hook( $hook ) {
		unset( $GLOBALS['scheduled'][ $hook ] );
	}

	// ---- Texts, addresses, answers -------------------------------------------------------------------------------------
	function __( $text, $domain ) {
		return $text;
	}
	function esc_html( $text ) {
		return htmlspecialchars( $text );
	}
	function esc_html__( $text, $domain ) {
		return esc_html( __( $text, $domain ) );
	}
	function load_plugin_textdomain( ...$given ) {}
	function plugin_basename( $file ) {
		return basename( dirname( $file ) ) . '/' . basename( $file );
	}
	function determine_locale() {
		return 'fr_FR';
	}
	function absint( $value ) {
		return abs( (int) $value );
	}
	function wp_unslash( $value ) {
		return stripslashes( $value );
	}
	function sanitize_text_field( $value ) {
		return trim( strip_tags( $value ) );
	}
	function add_query_arg( array $args, string $url ) {
		return $url . '&' . http_build_query( $args );
	}
	function wp_json_encode( $value ) {
		return json_encode( $value, JSON_THROW_ON_ERROR );
	}
	function wp_send_json( $value, $status ) {
		http_response_code( $status );
		header( 'Content-Type: application/json' );
		exit( wp_json_encode( $value ) );
	}
	function wp_safe_redirect( $url ) {
		header( "Location: $url", true, 302 );
	}
	function clean_post_cache( $id ) {}
	final class WP_Error {
		public function __construct( public string $code, public string $message ) {}
		public function get_error_message() {
			return $this->message;
		}
	}
	function is_wp_error( $value ) {
		return $value instanceof WP_Error;
	}
	/** Of WordPress' HTTP functions: an answer, also a refusal, or an error when none came. */
	function wp_remote_request( string $url, array $args ) {
		$headers = array_map( static fn( $name, $value ) => "$name: $value", array_keys( $args['headers'] ), $args['headers'] );
		$http    = array(
			'method'          => $args['method'],
			'header'          => array( ...$headers, 'Connection: close' ),
			'content'         => $args['body'] ?? '',
			'timeout'         => $args['timeout'],
			'follow_location' => 0,
			'ignore_errors'   => true,
		);
		try {
			$body = file_get_contents( $url, false, stream_context_create( array( 'http' => $http ) ) );
		} catch ( ErrorException $error ) {
			return new WP_Error( 'http_request_failed', $error->getMessage() );
		}
		preg_match( '/ (\d{3})/', $http_response_header[0], $status );
		return array(
			'code' => (int) $status[1],
			'body' => $body,
		);
	}
	function wp_remote_retrieve_response_code( $answer ) {
		return $answer['code'];
	}
	function wp_remote_retrieve_body( $answer ) {
		return $answer['body'];
	}
	/** Of the database: named locks, with the file system's. */
	final class wpdb {
		public string $prefix = 'wp_';
		private array $held   = array();
		public function prepare( string $sql, ...$values ) {
			return array( $sql, $values );
		}
		public function get_var( array $query ) {
			$this->held[ $query[1][0] ] = fopen( getenv( 'SHOP_DIR' ) . '/lock-' . $query[1][0], 'c' );
			return flock( $this->held[ $query[1][0] ], LOCK_EX ) ? '1' : '0';
		}
		public function query( array $query ) {
			fclose( $this->held[ $query[1][0] ] );
		}
	}
	$wpdb = new wpdb();

	// ---- WooCommerce ---------------------------------------------------------------------------------------------------
	class WC_Order {
		public array $facts = array();
		public function __construct( array $facts ) {
			$this->facts = $facts + array( 'meta' => array(), 'notes' => array(), 'paid' => null, 'transaction' => '', 'parent' => 0, 'completed' => 0 );
		}
		public function save() {
			store( 'orders', array( $this->facts['id'] => $this->facts ) + stored( 'orders', array() ) );
		}
		public function delete( $force ) {
			store( 'orders', array_diff_key( stored( 'orders', array() ), array( $this->facts['id'] => true ) ) );
		}
		public function get_id() { return $this->facts['id']; }
		public function get_parent_id() { return $this->facts['parent']; }
		public function get_order_key() { return $this->facts['key']; }
		public function get_order_number() { return (string) $this->facts['id']; }
		public function get_total( $context = 'view' ) { return $this->facts['total']; }
		public function get_currency() { return $this->facts['currency']; }
		public function get_payment_method() { return $this->facts['method']; }
		public function get_status() { return $this->facts['status']; }
		public function get_date_paid() { return $this->facts['paid']; }
		public function get_billing_first_name() { return 'Awa'; }
		public function get_billing_last_name() { return 'Koné'; }
		public function get_billing_email() { return 'awa@example.com'; }
		public function get_billing_phone() { return $this->facts['phone']; }
		public function get_checkout_order_received_url() { return "http://shop.example/received/{$this->facts['id']}"; }
		public function get_checkout_payment_url() { return "http://shop.example/pay/{$this->facts['id']}"; }
		public function get_meta( $name ) { return $this->facts['meta'][ $name ] ?? ''; }
		public function update_meta_data( $name, $value ) { $this->facts['meta'][ $name ] = $value; }
		public function has_status( $status ) { return in_array( $this->facts['status'], (array) $status, true ); }
		public function add_order_note( $note ) {
			$this->facts['notes'][] = $note;
			$this->save();
		}
		public function update_status( $status, $note = '' ) {
			$this->facts['status'] = $status;
			$this->add_order_note( $note );
		}
		public function payment_complete( $transaction ) {
			++$this->facts['completed'];
			$this->facts = array( 'paid' => 1, 'transaction' => $transaction, 'status' => 'processing' ) + $this->facts;
			$this->save();
			return true;
		}
	}
	final class WC_Order_Refund extends WC_Order {}
	abstract class WC_Payment_Gateway {
		public $id, $method_title, $method_description, $has_fields, $supports, $title, $description, $form_fields, $settings;
		public function init_settings() {
			$this->settings = (array) get_option( "woocommerce_{$this->id}_settings", array() );
		}
		public function get_option( $name ) {
			return $this->settings[ $name ] ?? $this->form_fields[ $name ]['default'] ?? '';
		}
		public function is_available() {
			return 'yes' === $this->get_option( 'enabled' );
		}
		public function process_admin_options() {
			return true;
		}
	}
	final class WC_Admin_Settings {
		public static array $messages = array();
		public static function add_message( $text ) {
			self::$messages[] = "message: $text";
		}
		public static function add_error( $text ) {
			self::$messages[] = "error: $text";
		}
	}
	function WC() {
		return new class() {
			public function api_request_url( $name ) {
				return 'http://localhost:' . $_SERVER['SERVER_PORT'] . "/?wc-api=$name";
			}
		};
	}
	function wc_get_order( $id ) {
		$facts = stored( 'orders', array() )[ $id ] ?? null;
		return null === $facts ? false : ( $facts['parent'] > 0 ? new WC_Order_Refund( $facts ) : new WC_Order( $facts ) );
	}
	function wc_get_orders( array $query ) {
		$found = array_filter( stored( 'orders', array() ), static fn( $facts ) => $facts['status'] === $query['status'] && $facts['method'] === $query['payment_method'] );
		return array_map( static fn( $facts ) => wc_get_order( $facts['id'] ), array_slice( $found, 0, $query['limit'] ) );
	}
	function wc_get_logger() {
		return new class() {
			public function __call( $level, $given ) {
				file_put_contents( getenv( 'SHOP_DIR' ) . '/log', "$level {$given[0]}\n", FILE_APPEND );
			}
		};
	}
	$notices = array();
	function wc_add_notice( $text, $kind ) {
		$GLOBALS['notices'][] = $text;
	}
	function wc_get_page_permalink( $page ) {
		return "http://shop.example/$page";
	}
	function get_woocommerce_currency() {
		return 'XOF';
	}
	/** As WooCommerce does: the refund exists before the gateway is asked, and is deleted when the gateway refuses. */
	function wc_create_refund( WC_Order $order, string $amount ) {
		$refund = new WC_Order_Refund( array( 'id' => 1000 + count( stored( 'orders', array() ) ) + random_int( 0, 1 << 30 ), 'parent' => $order->get_id(), 'total' => $amount, 'key' => '', 'method' => '', 'status' => 'completed' ) );
		do_action( 'woocommerce_create_refund', $refund );
		$refund->save();
		$result = gateway()->process_refund( $order->get_id(), $amount, 'Retour' );
		if ( is_wp_error( $result ) ) {
			$refund->delete( true );
			return $result->get_error_message();
		}
		return $refund->get_id();
	}
	function gateway() {
		$class = apply_filters( 'woocommerce_payment_gateways', array() )[0];
		return new $class();
	}

	$plugin = __DIR__ . '/../cauris-for-woocommerce';
	require "$plugin/cauris-for-woocommerce.php";
	foreach ( array( 'before_woocommerce_init', 'plugins_loaded', 'init' ) as $hook ) {
		do_action( $hook );
	}

	// ---- The test's requests -------------------------------------------------------------------------------------------
	if ( isset( $_GET['wc-api'] ) ) {
		do_action( 'woocommerce_api_' . $_GET['wc-api'] );
		exit( '-1' );
	}
	$input = (array) json_decode( (string) file_get_contents( 'php://input' ), true );
	$order = wc_get_order( $input['id'] ?? 0 );
	$answer = match ( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) ) {
		'/settings' => update_option( 'woocommerce_cauris_settings', $input ),
		'/save' => array( gateway()->process_admin_options(), WC_Admin_Settings::$messages ),
		'/available' => gateway()->is_available(),
		'/order' => ( new WC_Order( $input ) )->save(),
		'/read' => $order ? $order->facts : null,
		'/pay' => array( gateway()->process_payment( $input['id'] ), $notices ),
		'/refund' => wc_create_refund( $order, $input['amount'] ),
		'/forget-refund' => ( static function () use ( $order ) {
			$order->update_meta_data( '_cauris_refunds', array() );
			$order->save();
		} )(),
		'/may-be-cancelled' => apply_filters( 'woocommerce_cancel_unpaid_order', true, $order ),
		'/hourly' => do_action( 'cauris_ask_again' ),
		'/thank-you' => ( static function () use ( $input ) {
			ob_start();
			do_action( 'woocommerce_thankyou_cauris', $input['id'] );
			return ob_get_clean();
		} )(),
		'/schedule' => ( static function () {
			do_action( 'test_activate' );
			$on = array_keys( $GLOBALS['scheduled'] );
			do_action( 'test_deactivate' );
			return array( $on, array_keys( $GLOBALS['scheduled'] ) );
		} )(),
		'/uninstall' => ( static function () use ( $plugin ) {
			define( 'WP_UNINSTALL_PLUGIN', true );
			require "$plugin/uninstall.php";
			return stored( 'options', array() );
		} )(),
	};
	wp_send_json( $answer, 200 );
}
