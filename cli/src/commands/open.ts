import type { Command, Context } from "../command.ts";
import { connect } from "../connection.ts";
import { wrongUsage } from "../failure.ts";

export const open: Command = {
  name: "open",
  summary: "Open the dashboard, the documentation or a session's page in the browser",
  args: [{ name: "what", doc: "dashboard, docs, simulator, or a session's id (cs_…)" }],
  options: { print: { doc: "Print the address instead of opening it" } },
  example: "cauris open dashboard\ncauris open docs --print",
  run: async (context) => {
    const { output, options, args } = context;
    const url = await addressOf(context, args[0] ?? "");
    const isOpened = !options.has("print") && !output.isJson && (await openInBrowser(context, url));
    if (!isOpened) output.line({ url }, url);
  },
};

async function addressOf(context: Context, what: string): Promise<string> {
  const pages: Readonly<Record<string, string>> = {
    dashboard: "/dashboard",
    docs: "/api/v1/docs",
    simulator: "/simulator",
  };
  const page = Object.hasOwn(pages, what) ? pages[what] : undefined;
  if (page === undefined && !what.startsWith("cs_"))
    throw wrongUsage(
      `${JSON.stringify(what)} cannot be opened. There are: dashboard, docs, simulator, cs_….`,
    );
  const { api, client } = await connect(context);
  return page === undefined ? (await client.checkoutSessions.get(what)).url : `${api}${page}`;
}

/** Whether a browser was started; there is none on a server without a screen. */
async function openInBrowser({ io }: Context, url: string): Promise<boolean> {
  if (io.platform === "darwin") return (await io.runProgram("open", [url]))?.code === 0;
  if ((io.env.DISPLAY ?? io.env.WAYLAND_DISPLAY ?? "") === "") return false;
  return (await io.runProgram("xdg-open", [url]))?.code === 0;
}
