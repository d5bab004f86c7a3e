import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Holder } from "../../../stand-ins/stand-in.ts";

/** The folders through which the bank exchanges files with its customers, under the folder of all bank files. */
export function bankFolders(base: string) {
  /** Made when it is used: a stand-in that nobody asks writes nothing. */
  const folder = async (holder: Holder, name: "in" | "out" | "taken"): Promise<string> => {
    const path = join(base, "stand-in", holder, name);
    await mkdir(path, { recursive: true });
    return path;
  };
  return {
    /** The contents of new payout files, each of which is taken away. */
    takeOrders: async (holder: Holder): Promise<readonly string[]> => {
      const [from, to] = [await folder(holder, "out"), await folder(holder, "taken")];
      const names = (await readdir(from)).filter((name) => /^[^.].*\.xml$/.test(name)).sort();
      const texts: string[] = [];
      for (const name of names) {
        await rename(join(from, name), join(to, name));
        texts.push(await readFile(join(to, name), "utf8"));
      }
      return texts;
    },
    /** Puts a file into the customer's statement folder, under its name only when it is complete. */
    write: async (holder: Holder, name: string, text: string): Promise<void> => {
      const path = join(await folder(holder, "in"), name);
      await writeFile(`${path}.part`, text);
      await rename(`${path}.part`, path);
    },
  };
}
