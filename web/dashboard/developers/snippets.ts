/** The languages in which calls and checks are shown. */
export const languages = ["curl", "node", "python", "php", "go"] as const;
export type Language = (typeof languages)[number];
/** Names of languages, the same everywhere. */
export const languageNames: Readonly<Record<Language, string>> = {
  curl: "curl",
  node: "Node.js",
  python: "Python",
  php: "PHP",
  go: "Go",
};

/** A call of the API as a program makes it. */
export interface Call {
  readonly method: string;
  /** Below the address of the API. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where the call goes, and the key that it shows. */
export interface CallPlace {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  /** Null: the variable `API_KEY` stands for it. */
  readonly apiKey: string | null;
}

/** A program that makes the call. Values are quoted so that nothing in them is run. Pure. */
export function callSnippet(language: Language, call: Call, place: CallPlace): string {
  return writers[language](call, place);
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
/** For a shell: nothing within single quotes is special but their end. */
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** For PHP: within single quotes a backslash and a quote. */
const php = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
/** A JSON text is a literal of JavaScript, Python and Go. */
const literal = (text: string): string => JSON.stringify(text);
const lines = (...given: readonly (string | null)[]): string =>
  given.filter((line) => line !== null).join("\n");

function headersOf({ method, body, headers = {} }: Call): Readonly<Record<string, string>> {
  return {
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(method === "POST" ? { "Idempotency-Key": "order-4711" } : {}),
    ...headers,
  };
}

const writers: Readonly<Record<Language, (call: Call, place: CallPlace) => string>> = {
  curl: (call, { baseUrl, apiKey }) =>
    [
      `curl ${call.method === "GET" ? "" : `-X ${call.method} `}${shell(`${baseUrl}${call.path}`)}`,
      `-H ${apiKey === null ? '"Authorization: Bearer $API_KEY"' : shell(`Authorization: Bearer ${apiKey}`)}`,
      ...Object.entries(headersOf(call)).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
      ...(call.body === undefined ? [] : [`-d ${shell(json(call.body))}`]),
    ].join(" \\\n  "),

  node: (call, { baseUrl, apiKey }) => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a part of the shown program
    const key = apiKey === null ? "${process.env.API_KEY}" : apiKey;
    return lines(
      `const response = await fetch(${literal(`${baseUrl}${call.path}`)}, {`,
      `  method: ${literal(call.method)},`,
      "  headers: {",
      `    Authorization: \`Bearer ${key}\`,`,
      ...Object.entries(headersOf(call)).map(([name, value]) => `    ${literal(name)}: ${literal(value)},`),
      "  },",
      call.body === undefined ? null : `  body: JSON.stringify(${json(call.body)}),`,
      "});",
      "const { data, error } = await response.json();",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a part of the shown program
      "if (error) throw new Error(`${error.code}: ${error.message}`);",
      "console.log(data);",
    );
  },

  python: (call, { baseUrl, apiKey }) =>
    lines(
      "import json, os, urllib.request",
      "",
      "request = urllib.request.Request(",
      `    ${literal(`${baseUrl}${call.path}`)},`,
      `    method=${literal(call.method)},`,
      "    headers={",
      `        "Authorization": "Bearer " + ${apiKey === null ? 'os.environ["API_KEY"]' : literal(apiKey)},`,
      ...Object.entries(headersOf(call)).map(
        ([name, value]) => `        ${literal(name)}: ${literal(value)},`,
      ),
      "    },",
      call.body === undefined
        ? null
        : `    data=json.dumps(json.loads(${literal(JSON.stringify(call.body))})).encode(),`,
      ")",
      "with urllib.request.urlopen(request) as response:",
      '    print(json.load(response)["data"])',
    ),

  php: (call, { baseUrl, apiKey }) =>
    lines(
      "<?php",
      `$request = curl_init(${php(`${baseUrl}${call.path}`)});`,
      "curl_setopt_array($request, [",
      `    CURLOPT_CUSTOMREQUEST => ${php(call.method)},`,
      "    CURLOPT_RETURNTRANSFER => true,",
      "    CURLOPT_HTTPHEADER => [",
      `        'Authorization: Bearer ' . ${apiKey === null ? "getenv('API_KEY')" : php(apiKey)},`,
      ...Object.entries(headersOf(call)).map(([name, value]) => `        ${php(`${name}: ${value}`)},`),
      "    ],",
      call.body === undefined ? null : `    CURLOPT_POSTFIELDS => ${php(JSON.stringify(call.body))},`,
      "]);",
      "$answer = json_decode(curl_exec($request), true);",
      "print_r($answer['data'] ?? $answer['error']);",
    ),

  go: (call, { baseUrl, apiKey }) =>
    lines(
      "package main",
      "",
      "import (",
      '\t"fmt"',
      '\t"io"',
      '\t"net/http"',
      apiKey === null ? '\t"os"' : null,
      call.body === undefined ? null : '\t"strings"',
      ")",
      "",
      "func main() {",
      `\trequest, err := http.NewRequest(${literal(call.method)}, ${literal(`${baseUrl}${call.path}`)}, ${
        call.body === undefined ? "nil" : `strings.NewReader(${literal(JSON.stringify(call.body))})`
      })`,
      "\tif err != nil {",
      "\t\tpanic(err)",
      "\t}",
      `\trequest.Header.Set("Authorization", "Bearer "+${apiKey === null ? 'os.Getenv("API_KEY")' : literal(apiKey)})`,
      ...Object.entries(headersOf(call)).map(
        ([name, value]) => `\trequest.Header.Set(${literal(name)}, ${literal(value)})`,
      ),
      "\tresponse, err := http.DefaultClient.Do(request)",
      "\tif err != nil {",
      "\t\tpanic(err)",
      "\t}",
      "\tdefer response.Body.Close()",
      "\tanswer, _ := io.ReadAll(response.Body)",
      "\tfmt.Println(string(answer))",
      "}",
    ),
};
