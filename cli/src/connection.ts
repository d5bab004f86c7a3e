import { type Caller, type Cauris, createClient } from "@cauris/sdk";
import type { Context } from "./command.ts";
import { CliFailure, exitCodes, wrongUsage } from "./failure.ts";
import type { Io } from "./io.ts";
import { LOCAL_API, readAddress } from "./profiles/address.ts";
import { openProfiles } from "./profiles/store.ts";

/** The service, with the key of this call. */
export interface Connection {
  readonly api: string;
  readonly client: Cauris;
  readonly mode: "SANDBOX" | "LIVE";
  readonly merchantId: string;
  readonly merchantName: string;
  /** What the header `Cauris-Version` of the last answer said. */
  version(): string | null;
}

/** Connects with CAURIS_API_KEY, or with the log-in of the profile. Fails without either. */
export async function connect({ io, options }: Pick<Context, "io" | "options">): Promise<Connection> {
  const { env } = io;
  const asked = options.text("api") ?? env.CAURIS_API;
  if ((env.CAURIS_API_KEY ?? "") !== "" && options.text("profile") === undefined) {
    const api = readAddress(asked ?? LOCAL_API);
    const { caller } = await askCaller(io, api, env.CAURIS_API_KEY ?? "");
    return openConnection(io, api, env.CAURIS_API_KEY ?? "", caller);
  }
  const profiles = openProfiles(io);
  const name = await profiles.nameOf(options.text("profile"));
  const profile = await profiles.find(name);
  if (profile === null)
    throw new CliFailure(
      exitCodes.notAllowed,
      `The profile ${name} has no key. Log in with cauris login, or set CAURIS_API_KEY.`,
    );
  // The key goes nowhere but to the service that it is from.
  if (asked !== undefined && readAddress(asked) !== profile.api)
    throw wrongUsage(
      `The profile ${name} is of ${profile.api}. For another service, log in there with --profile.`,
    );
  return openConnection(io, profile.api, await profiles.keyOf(name, profile), profile);
}

/** Connects for something that only the sandbox has. Refuses a live key before anything is sent. */
export async function connectToSandbox(context: Pick<Context, "io" | "options">): Promise<Connection> {
  const connection = await connect(context);
  if (connection.mode !== "SANDBOX")
    throw new CliFailure(
      exitCodes.notAllowed,
      "This is for the sandbox, and the key is a live one. Log in with a sandbox key, under another profile.",
    );
  return connection;
}

/** Who a key is, as the service says, and the service's version. */
export async function askCaller(
  io: Io,
  api: string,
  apiKey: string,
): Promise<{ readonly caller: Caller; readonly version: string | null }> {
  const { client, version } = openConnection(io, api, apiKey, {
    mode: "SANDBOX",
    merchantId: "",
    merchantName: "",
  });
  return { caller: await client.apiKeys.caller(), version: version() };
}

function openConnection(
  io: Io,
  api: string,
  apiKey: string,
  { mode, merchantId, merchantName }: Pick<Caller, "mode" | "merchantId" | "merchantName">,
): Connection {
  let version: string | null = null;
  const noting: typeof fetch = async (input, init) => {
    const response = await io.fetch(input, init);
    version = response.headers.get("cauris-version");
    return response;
  };
  const client = createClient({ baseUrl: api, apiKey, merchantId, fetch: noting });
  return { api, client, mode, merchantId, merchantName, version: () => version };
}
