<?php

declare(strict_types=1);

// For programs without Composer: require this file, and the classes are found.
spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Cauris\\')) {
        return;
    }
    $file = __DIR__ . '/src/' . strtr(substr($class, strlen('Cauris\\')), '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
