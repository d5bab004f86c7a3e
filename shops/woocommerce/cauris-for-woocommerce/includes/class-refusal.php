<?php
namespace Cauris\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Something that this plugin does not do. The message is for the person at the screen. */
final class Refusal extends \RuntimeException {}
