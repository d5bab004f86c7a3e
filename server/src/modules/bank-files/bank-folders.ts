import { mkdir, realpath } from "node:fs/promises";
import { sep } from "node:path";

/** The folders through which files are exchanged with banks. */
export interface BankFolders {
  /**
   * The real path of an account's folder. Rejects when it does not exist, or lies outside the base folder of the
   * installation, also by a link.
   */
  resolve(folder: string): Promise<string>;
}

/** `base`: the one folder under which all of them must lie; it is made when it does not exist. Null: there are none. */
export function createBankFolders(base: string | null): BankFolders {
  return {
    resolve: async (folder) => {
      if (base === null) throw new Error("the service has no folder for bank files");
      await mkdir(base, { recursive: true });
      const [realBase, real] = [await realpath(base), await realpath(folder)];
      if (!real.startsWith(`${realBase}${sep}`))
        throw new Error("the folder of an account lies outside BANK_FILES_DIR");
      return real;
    },
  };
}
