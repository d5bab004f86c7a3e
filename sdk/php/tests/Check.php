<?php

declare(strict_types=1);

/** What a test says must be so. */
final class Check
{
    public static function same(mixed $actual, mixed $expected, string $about = ''): void
    {
        if ($actual !== $expected) {
            throw new RuntimeException(trim("$about: " . var_export($actual, true) . ' is not ' . var_export($expected, true), ': '));
        }
    }

    public static function that(bool $condition, string $about): void
    {
        self::same($condition, true, $about);
    }

    /**
     * @template T of Throwable
     * @param class-string<T> $class
     * @param Closure(): mixed $act
     * @return T
     */
    public static function throws(string $class, Closure $act, string $about = ''): Throwable
    {
        try {
            $act();
        } catch (Throwable $error) {
            if ($error instanceof $class) {
                return $error;
            }
            throw $error;
        }
        throw new RuntimeException(trim("$about: no $class was thrown", ': '));
    }
}
