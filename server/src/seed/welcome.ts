import type { OperatorLogin } from "./operators.ts";
import type { SandboxFile } from "./sandbox-file.ts";

/**
 * The text for a person once the service answers. It goes to the terminal and never through the log. The start that
 * made the sandbox key shows it; later starts say where it is.
 */
export function welcomeText(sandbox: SandboxFile, filePath: string, showsKey: boolean): string {
  const rows: readonly (readonly [string, string])[] = [
    ["API", sandbox.baseUrl],
    ["Guides", new URL("/documentation/", sandbox.baseUrl).href],
    ["Reference", `${sandbox.baseUrl}/docs`],
    ...(sandbox.checkoutUrl === null ? [] : [["Checkout page", sandbox.checkoutUrl] as const]),
    ...surfaceRows("Dashboard", sandbox.dashboard?.url ?? null, showsKey ? sandbox.dashboard : null),
    ...surfaceRows("Console", sandbox.consoleUrl, showsKey ? sandbox.operator : null),
    ...(sandbox.demonstration === "MAKING" ? [["Demonstration", DEMONSTRATION] as const] : []),
    ...(showsKey ? [["Sandbox key", sandbox.apiKey] as const] : []),
    [showsKey ? "All of it in" : "Key and the rest", filePath],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `    ${name.padEnd(width)}   ${value}`);
  return `
  Cauris is ready.

${lines.join("\n")}

  Open the checkout page and pay with 05 00 00 07 89 (MTN): in the sandbox it accepts.
${showsKey ? `  Or create a payment yourself:\n\n    ${curlLine(sandbox)}\n` : ""}
`;
}

const DEMONSTRATION = "a second merchant with two months of data is being made; the dashboard will show it";

/** The address of pages, and who logs in there. */
function surfaceRows(
  name: string,
  url: string | null,
  logIn: OperatorLogin | null,
): readonly (readonly [string, string])[] {
  if (url === null) return [];
  return [
    [name, url],
    ...(logIn === null ? [] : [["  log in as", `${logIn.email}  ${logIn.password}`] as const]),
  ];
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
