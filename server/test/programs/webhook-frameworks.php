<?php

declare(strict_types=1);

/**
 * The webhook handlers of Laravel, Symfony and WordPress behind PHP's own web server: FRAMEWORK names one, HANDLERS the folder with their
 * files. The frameworks themselves are no packages of Debian or npm, so the few classes that the handlers touch are written here after
 * their documentation: what a request gives as its body and its headers, and what becomes of an answer. Routing and middleware are not
 * tried.
 */

namespace {
    require getenv('HANDLERS') . '/cauris/autoload.php';

    /** Names in lower case, with `-`, and a list of values each: as in Symfony's HeaderBag. */
    function header_lists(): array
    {
        $lists = [];
        foreach (getallheaders() as $name => $value) {
            $lists[strtolower($name)] = [$value];
        }
        return $lists;
    }

    function config(string $name): string
    {
        return $name === 'services.cauris.webhook_secret' ? SECRET : throw new LogicException($name);
    }

    define('SECRET', getenv('CAURIS_WEBHOOK_SECRET'));
    define('CAURIS_WEBHOOK_SECRET', SECRET);
}

namespace Symfony\Component\HttpFoundation {
    final class HeaderBag
    {
        public function all(): array
        {
            return \header_lists();
        }
    }

    class Request
    {
        public HeaderBag $headers;

        public function __construct()
        {
            $this->headers = new HeaderBag();
        }

        public function getContent(): string
        {
            return file_get_contents('php://input');
        }
    }

    class Response
    {
        public function __construct(?string $content = '', public readonly int $status = 200)
        {
        }
    }
}

namespace Illuminate\Http {
    final class Request extends \Symfony\Component\HttpFoundation\Request
    {
    }

    final class Response extends \Symfony\Component\HttpFoundation\Response
    {
    }
}

namespace Illuminate\Support\Facades {
    final class Log
    {
        public static function info(string $line): void
        {
            file_put_contents('php://stderr', "$line\n");
        }
    }
}

namespace Psr\Log {
    interface LoggerInterface
    {
        public function info(string $message): void;
    }
}

namespace {
    final class WP_REST_Request
    {
        /** As WordPress keeps them: lower case with `_`. */
        public function get_headers(): array
        {
            $lists = [];
            foreach (header_lists() as $name => $values) {
                $lists[str_replace('-', '_', $name)] = $values;
            }
            return $lists;
        }

        public function get_body(): string
        {
            return file_get_contents('php://input');
        }
    }

    final class WP_REST_Response
    {
        public function __construct(mixed $data = null, public readonly int $status = 200)
        {
        }
    }

    function __return_true(): bool
    {
        return true;
    }

    function add_action(string $hook, callable $callback): void
    {
        $hook === 'rest_api_init' ? $callback() : throw new LogicException($hook);
    }

    function register_rest_route(string $namespace, string $route, array $options): void
    {
        $GLOBALS['rest_route'] = ["$namespace$route", $options];
    }

    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        http_response_code(404);
        return;
    }
    $framework = getenv('FRAMEWORK');
    ini_set('error_log', '/dev/stderr');
    require getenv('HANDLERS') . "/$framework.php";
    if ($framework === 'laravel') {
        $response = (new App\Http\Controllers\CaurisWebhook())(new Illuminate\Http\Request());
    } elseif ($framework === 'symfony') {
        $logger = new class implements Psr\Log\LoggerInterface {
            public function info(string $message): void
            {
                file_put_contents('php://stderr', "$message\n");
            }
        };
        $controller = new App\Controller\CaurisWebhookController($logger, SECRET);
        $response = $controller(new Symfony\Component\HttpFoundation\Request());
    } else {
        [, $options] = $GLOBALS['rest_route'];
        $response = $options['permission_callback']() ? $options['callback'](new WP_REST_Request()) : new WP_REST_Response(null, 401);
    }
    http_response_code($response->status);
}
