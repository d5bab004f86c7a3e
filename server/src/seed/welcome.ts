import type { SandboxFile } from "./sandbox-file.ts";

/**
 * What a person reads once the service answers. It shows the sandbox key, so it goes to the terminal and never through
 * the log.
 */
export function welcomeText(sandbox: SandboxFile, filePath: string): string {
  const rows: readonly (readonly [string, string])[] = [
    ["API", sandbox.baseUrl],
    ["Reference", `${sandbox.baseUrl}/docs`],
    ...(sandbox.checkoutUrl === null ? [] : [["Checkout page", sandbox.checkoutUrl] as const]),
    ["Sandbox key", sandbox.apiKey],
    ["All of it in", filePath],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `    ${name.padEnd(width)}   ${value}`);
  return `
  Cauris is ready.

${lines.join("\n")}

  Open the checkout page and pay with 07 00 00 07 89 (Orange Money): in the sandbox it accepts.
  Or create a payment yourself:

    ${curlLine(sandbox)}

`;
}

/** One line that can be pasted into any shell. */
export function curlLine(sandbox: Pick<SandboxFile, "baseUrl" | "apiKey">): string {
  const body = JSON.stringify({ amount: "5000", currency: "XOF", title: "Pagne wax" });
  return [
    `curl -s ${sandbox.baseUrl}/checkout/sessions`,
    `-H "Authorization: Bearer ${sandbox.apiKey}"`,
    '-H "Content-Type: application/json"',
    `-d '${body}'`,
  ].join(" ");
}
