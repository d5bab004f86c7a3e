import { isPlainPath } from "../kit/plain-path.ts";

/** The rule of a setting that names a folder. `holdsFolder`: whether a path lies where folders of accounts may lie. */
export function folderFault(holdsFolder: (path: string) => boolean): (value: string) => string | null {
  return (value) => {
    if (!isPlainPath(value))
      return "must be an absolute path without . and .. and without a slash at its end";
    return holdsFolder(value) ? null : "must be a folder under BANK_FILES_DIR";
  };
}
