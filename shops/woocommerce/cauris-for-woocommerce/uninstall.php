<?php
// Runs when the plugin is deleted: no key and no secret stays behind. Orders keep the ids of their payments.
defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'woocommerce_cauris_settings' );
wp_clear_scheduled_hook( 'cauris_ask_again' );
