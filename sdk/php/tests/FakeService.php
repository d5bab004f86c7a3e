<?php

declare(strict_types=1);

/** A service in a process of its own, which gives the replies of a test in their order, and the last one again and again. */
final class FakeService
{
    public readonly string $url;
    /** @var list<Cauris\RequestNote> */
    public array $notes = [];
    /** @var list<float> */
    public array $waits = [];
    /** @var resource */
    private $process;
    private readonly string $log;

    /** @param list<array{status?: int, headers?: array<string, string>, body?: mixed, lost?: bool, silent?: bool}> $replies */
    public function __construct(array $replies)
    {
        $this->log = (string) tempnam(sys_get_temp_dir(), 'cauris');
        $command = [PHP_BINARY, __DIR__ . '/fake-service.php', json_encode($replies, JSON_THROW_ON_ERROR), $this->log];
        $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
        if ($process === false) {
            throw new RuntimeException('the service of the test did not start');
        }
        $this->process = $process;
        $this->url = 'http://' . trim((string) fgets($pipes[1]));
    }

    public function client(
        ?string $merchantId = 'm1',
        int $retries = 3,
        float $timeoutSeconds = 10.0,
        string $suffix = '/',
    ): Cauris\Client {
        return new Cauris\Client(
            $this->url . $suffix,
            'sk_test_1',
            $merchantId,
            $timeoutSeconds,
            $retries,
            function (Cauris\RequestNote $note): void {
                $this->notes[] = $note;
            },
            function (float $seconds): void {
                $this->waits[] = $seconds;
            },
        );
    }

    /** @return list<array{method: string, url: string, headers: array<string, string>, body: string}> */
    public function requests(): array
    {
        $lines = file($this->log, FILE_IGNORE_NEW_LINES);
        return array_map(
            static fn (string $line): array => json_decode($line, true, 512, JSON_THROW_ON_ERROR),
            $lines === false ? [] : $lines,
        );
    }

    public function __destruct()
    {
        proc_terminate($this->process, 9);
        proc_close($this->process);
        unlink($this->log);
    }
}
