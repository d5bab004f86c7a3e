<?php

declare(strict_types=1);

// The process of FakeService: it answers one connection after the other, and writes down what it was asked.

[, $given, $log] = $argv;
$replies = json_decode($given, true, 512, JSON_THROW_ON_ERROR);
$server = stream_socket_server('tcp://127.0.0.1:0');
if ($server === false) {
    exit(1);
}
echo stream_socket_get_name($server, false), "\n";
$kept = [];
while ($connection = stream_socket_accept($server, 60)) {
    [$method, $url] = explode(' ', (string) fgets($connection));
    $headers = [];
    while (($line = trim((string) fgets($connection))) !== '') {
        [$name, $value] = explode(':', $line, 2);
        $headers[strtolower($name)] = trim($value);
    }
    $length = (int) ($headers['content-length'] ?? 0);
    $body = $length === 0 ? '' : stream_get_contents($connection, $length);
    $request = ['method' => $method, 'url' => $url, 'headers' => $headers, 'body' => $body];
    file_put_contents($log, json_encode($request, JSON_THROW_ON_ERROR) . "\n", FILE_APPEND);
    $reply = count($replies) > 1 ? array_shift($replies) : $replies[0];
    if (isset($reply['silent'])) {
        $kept[] = $connection;
        continue;
    }
    if (!isset($reply['lost'])) {
        $text = json_encode($reply['body'], JSON_THROW_ON_ERROR);
        $lines = ["HTTP/1.1 {$reply['status']} Status", 'Content-Type: application/json', 'Connection: close'];
        foreach (['Request-Id' => 'req_1', 'Content-Length' => strlen($text)] + ($reply['headers'] ?? []) as $name => $value) {
            $lines[] = "$name: $value";
        }
        fwrite($connection, implode("\r\n", $lines) . "\r\n\r\n$text");
    }
    fclose($connection);
}
