<?php

declare(strict_types=1);

// Runs every file `*Test.php` of this folder, or those that are named: `php tests/run.php`. It exits with 1 when a test fails.

require __DIR__ . '/../autoload.php';
require __DIR__ . '/Check.php';

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

$files = array_slice($argv, 1) ?: (glob(__DIR__ . '/*Test.php') ?: []);
$failed = 0;
$passed = 0;
foreach ($files as $file) {
    /** @var array<string, Closure(): void> $tests */
    $tests = require $file;
    foreach ($tests as $name => $test) {
        try {
            $test();
            $passed += 1;
        } catch (Throwable $error) {
            $failed += 1;
            printf("FAILED %s: %s\n%s\n", basename($file) . ', ' . $name, $error->getMessage(), $error->getTraceAsString());
        }
    }
}
printf("%d passed, %d failed\n", $passed, $failed);
exit($failed === 0 && $passed > 0 ? 0 : 1);
