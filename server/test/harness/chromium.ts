import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { brotliDecompressSync, createBrotliDecompress } from "node:zlib";

/**
 * The Chromium that comes with `npm ci`, unpacked once per machine and version.
 *
 * The package's own `executablePath()` writes to fixed names in the temporary folder and takes an incomplete file for a
 * finished one, so two test files that start together fail. Here everything is unpacked to a temporary name and
 * renamed: the second process finds a complete folder or makes its own.
 */
export interface UnpackedChromium {
  readonly executablePath: string;
  /** Variables the browser needs to find the libraries and the font that came with it. */
  readonly env: Readonly<Record<string, string>>;
}

const require = createRequire(import.meta.url);

/** Null where the package has no binary for this machine (it is Linux x64 only): a browser on the machine is used then. */
export async function unpackChromium(): Promise<UnpackedChromium | null> {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const packageFolder = dirname(dirname(dirname(require.resolve("@sparticuz/chromium"))));
  const manifest: unknown = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  const version = (manifest as { version: string }).version;
  const folder = join(tmpdir(), `cauris-chromium-${version}-${userInfo().uid}`);
  if (!existsSync(folder)) await unpackInto(folder, join(packageFolder, "bin"));
  return {
    executablePath: join(folder, "chromium"),
    env: {
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
      ...((await machineHasLibraries()) ? {} : { LD_LIBRARY_PATH: join(folder, "lib") }),
    },
  };
}

async function unpackInto(folder: string, bin: string): Promise<void> {
  const own = `${folder}.${randomUUID()}`;
  await mkdir(own, { recursive: true });
  await pipeline(
    createReadStream(join(bin, "chromium.br")),
    createBrotliDecompress(),
    createWriteStream(join(own, "chromium"), { mode: 0o755 }),
  );
  for (const archive of ["al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"])
    await unpackTar(brotliDecompressSync(await readFile(join(bin, archive))), own);
  await writeFile(
    join(own, "fonts.conf"),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir>` +
      `<cachedir>${folder}/font-cache</cachedir></fontconfig>`,
  );
  try {
    await rename(own, folder);
  } catch (error) {
    // Another process was first: its folder is complete, since it too was renamed into place.
    await rm(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

const BLOCK = 512;

/** Plain files and folders of a ustar archive; the archives of the package hold nothing else. */
async function unpackTar(archive: Buffer, folder: string): Promise<void> {
  let offset = 0;
  while (offset + BLOCK <= archive.length) {
    const header = archive.subarray(offset, offset + BLOCK);
    const name = text(header, 0, 100);
    if (name === "") return;
    const size = Number.parseInt(text(header, 124, 12), 8);
    const mode = Number.parseInt(text(header, 100, 8), 8);
    const path = join(folder, name);
    if (!path.startsWith(folder)) throw new Error(`archive entry outside its folder: ${name}`);
    offset += BLOCK;
    if (name.endsWith("/")) await mkdir(path, { recursive: true });
    else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, archive.subarray(offset, offset + size), { mode });
    }
    offset += Math.ceil(size / BLOCK) * BLOCK;
  }
}

function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString("latin1", 0, end === -1 ? length : end).trim();
}

/** Whether the linker of this machine finds the libraries that the binary needs and a bare Debian lacks. */
async function machineHasLibraries(): Promise<boolean> {
  const folders = ["/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/usr/lib"];
  const found = new Set<string>();
  for (const folder of folders)
    for (const name of existsSync(folder) ? await readdir(folder) : []) found.add(name);
  return ["libnss3.so", "libnssutil3.so", "libnspr4.so", "libexpat.so.1"].every((name) => found.has(name));
}
