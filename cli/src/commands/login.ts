import { readFile } from "node:fs/promises";
import type { Command, Context } from "../command.ts";
import { askCaller } from "../connection.ts";
import { wrongUsage } from "../failure.ts";
import { printable } from "../output.ts";
import { LOCAL_API, readAddress } from "../profiles/address.ts";
import { openProfiles } from "../profiles/store.ts";

const KEY = /^svc_mk_(?:sandbox|live)_[A-Za-z0-9_-]{10,200}$/;

export const login: Command = {
  name: "login",
  summary: "Keep a key, so that the other commands can use it",
  details: `The key is asked for without being shown, or read from the standard input. It goes into the system's keyring, or where there
is none into a file that only you can read. CAURIS_API_KEY is used without logging in.`,
  options: {
    from: { value: "file", doc: "Address and key of a sandbox on this machine: its data/sandbox.json" },
  },
  example:
    "cauris login --api https://pay.example.com\ncauris login --from data/sandbox.json\ncauris login --profile live --api https://pay.example.com < key.txt",
  run: async ({ io, output, options }) => {
    const profiles = openProfiles(io);
    const name = await profiles.nameOf(options.text("profile"));
    const { api, key } = await readLogin({ io, options });
    if (!KEY.test(key)) throw wrongUsage("That is no key: keys begin with svc_mk_sandbox_ or svc_mk_live_.");
    const { caller } = await askCaller(io, api, key);
    const { mode, merchantId, merchantName, id: keyId } = caller;
    const place = await profiles.save(name, { api, mode, merchantId, merchantName, keyId }, key);
    if (output.isJson)
      return output.record({ profile: name, api, mode, merchantId, merchantName, keyId }, []);
    output.note(
      `Logged in as ${printable(merchantName)}, ${mode === "LIVE" ? "live mode" : "sandbox"}, at ${api}.`,
    );
    output.note(`Profile ${name}; the key ${keyId} is in ${place}.`);
    if (mode === "LIVE") output.note("This is a live key: it moves real money.");
  },
};

async function readLogin({ io, options }: Pick<Context, "io" | "options">) {
  const asked = options.text("api") ?? io.env.CAURIS_API;
  const file = options.text("from");
  if (file !== undefined) {
    if (asked !== undefined) throw wrongUsage("--from names the address already: leave --api out.");
    const { baseUrl, apiKey } = await readSandboxFile(file);
    return { api: readAddress(baseUrl), key: apiKey };
  }
  const api = readAddress(asked ?? LOCAL_API);
  const typed = io.askSecret === null ? await io.readInput() : await io.askSecret(`Key for ${api}: `);
  return { api, key: typed.trim() };
}

async function readSandboxFile(path: string): Promise<{ readonly baseUrl: string; readonly apiKey: string }> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw wrongUsage(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  });
  try {
    const { baseUrl, apiKey } = JSON.parse(text) as { baseUrl?: unknown; apiKey?: unknown };
    if (typeof baseUrl === "string" && typeof apiKey === "string") return { baseUrl, apiKey };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw wrongUsage(`${path} is not the sandbox.json of a service: it has no baseUrl and apiKey.`);
}
