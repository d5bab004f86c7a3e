/** `llms.txt`: what the documentation contains, as Markdown that a language model reads first (llmstxt.org). */

const intro = `# Cauris

> An open-source payments service that anyone can host: mobile money, wallets, cards, bank transfers and QR codes, with a double-entry
> ledger. Amounts are text of whole minor units with a currency. An unknown outcome is never treated as a failure.

Base address of an installation: \`https://HOST/api/v1\`. Authentication: \`Authorization: Bearer KEY\`. Send an \`Idempotency-Key\` with every
creation and repeat with the same key after a lost answer. Fulfil orders on the webhook \`payment.succeeded\`, once for each order.`;

const listed = ["Guides", "Start", "Libraries and tools", "Concepts", "Reference"];
const methods = ["get", "post", "put", "patch", "delete"];

/** One line a page, with its address as Markdown and its first sentence; then one line an operation. */
export function llmsText({ menus, rendered, openApi }) {
  const pages = menus.en
    .filter(({ title }) => listed.includes(title))
    .map(({ title, pages: inSection }) => {
      const lines = inSection.map((page) => {
        const [first] = (rendered.get(page).summary || page.title).split(/(?<=[.:!?])\s/);
        return `- [${page.title}](${page.address.replace(/\.html$/, ".md")}): ${first}`;
      });
      return `## ${title}\n\n${lines.join("\n")}`;
    });
  const operations = Object.entries(openApi.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map(
        (method) =>
          `- \`${method.toUpperCase()} ${path}\` ${item[method].operationId}: ${item[method].summary}`,
      ),
  );
  return [
    intro,
    ...pages,
    `## Operations\n\nThe whole contract: [OpenAPI document](reference/openapi.json)\n\n${operations.join("\n")}`,
  ]
    .join("\n\n")
    .concat("\n");
}
