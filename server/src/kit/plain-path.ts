import { sep } from "node:path";

/** Whether it is an absolute path without `.`, `..`, empty parts and a slash at its end. */
export function isPlainPath(path: string): boolean {
  const parts = path.split("/").slice(1);
  return path.startsWith("/") && parts.every((part) => part !== "" && part !== "." && part !== "..");
}

/** Whether a plain path lies under a folder, by its text alone: links are for the one who opens it. */
export function liesUnder(folder: string, path: string): boolean {
  return isPlainPath(path) && path.startsWith(`${folder}${sep}`);
}
