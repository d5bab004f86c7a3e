<?php
namespace Cauris\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** One process at a time works on an order: the webhook and the payer's return come together. */
final class Lock {
	private const WAIT_SECONDS = 10;

	/**
	 * Runs `$work` alone. The database frees the lock when a process dies.
	 *
	 * @throws Api_Error When another process holds it for long.
	 */
	public static function hold( int $order_id, callable $work ): mixed {
		global $wpdb;
		// Locks are the database server's, which other shops may share; their names have at most 64 characters.
		$name = 'cauris_' . md5( DB_NAME . $wpdb->prefix ) . "_$order_id";
		if ( '1' !== (string) $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, %d)', $name, self::WAIT_SECONDS ) ) ) {
			throw new Api_Error( 'LOCKED', 'Another process is working on this order.', 0 );
		}
		try {
			return $work();
		} finally {
			$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $name ) );
		}
	}
}
