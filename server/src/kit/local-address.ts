const localHosts = new Set(["127.0.0.1", "localhost"]);

/** Whether `text` is a plain http address of this machine, as stand-ins of providers have: `http://127.0.0.1:4101`. */
export function isLocalHttp(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === "http:" && localHosts.has(hostname) && username === "" && password === "";
}
