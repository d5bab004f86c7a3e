import { constants } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** `PATH` with a curl in it. On a machine without curl, a few lines of Node.js accept the same options. */
export async function pathWithCurl(folder: string): Promise<string> {
  const path = process.env.PATH ?? "";
  const has = await Promise.all(
    path.split(":").map((each) =>
      access(join(each, "curl"), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (has.includes(true)) return path;
  await writeFile(join(folder, "curl"), `#!${process.execPath}\n${CURL}`, { mode: 0o755 });
  return `${folder}:${path}`;
}

/**
 * `curl URL [-s] [-X method] [-H header] [-d body] [--data-binary @file] [-o file]`, as the documentation uses it, and
 * `-w` with only the status after `%{stderr}`.
 */
const CURL = `
const fs = require("node:fs");
const headers = {};
let url, body, method, file, report;
for (let words = process.argv.slice(2); words.length > 0; ) {
  const word = words.shift();
  if (word === "-H") { const [, name, value] = /^([^:]+): (.*)$/s.exec(words.shift()); headers[name] = value; }
  else if (word === "-X") method = words.shift();
  else if (word === "-d") body = words.shift();
  else if (word === "--data-binary") body = fs.readFileSync(words.shift().slice(1));
  else if (word === "-o") file = words.shift();
  else if (word === "-w") report = words.shift();
  else if (!word.startsWith("-")) url = word;
}
method ??= body === undefined ? "GET" : "POST";
fetch(url, { method, headers, body }).then(async (response) => {
  const bytes = Buffer.from(await response.arrayBuffer());
  if (file === undefined) fs.writeSync(1, bytes); else fs.writeFileSync(file, bytes);
  if (report !== undefined) fs.writeSync(2, report.replace("%{stderr}", "").replace("%{http_code}", response.status).replace("\\\\n", "\\n"));
});
`;
