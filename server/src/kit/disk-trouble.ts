/** The service cannot use a file or folder that it needs; the message is the line that an operator reads. */
export class DiskTroubleError extends Error {
  override readonly name = "DiskTroubleError";
}

/**
 * Explains a system error to the operator: what is wrong with which path, and what to do. Other errors are returned
 * unchanged. `what` names the thing: "the data folder".
 */
export function explainDisk(error: unknown, what: string, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const reason = code === undefined ? undefined : reasons[code];
  if (reason === undefined) return error;
  return new DiskTroubleError(`${what} ${path} cannot be used (${code}): ${reason}`, { cause: error });
}

const otherAccount =
  "it belongs to another account than the one that runs the service. Start the service with that account, or choose " +
  "another folder with DATA_DIR.";

const reasons: Readonly<Record<string, string>> = {
  EROFS: "its file system is read-only. Mount it writable, or choose another folder with DATA_DIR.",
  EACCES: otherAccount,
  EPERM: otherAccount,
  ENOENT:
    "a folder above it is missing and cannot be made, perhaps on a read-only file system. Make it, or choose another one with DATA_DIR.",
  ENOTDIR: "a part of its path is a file. Choose another folder with DATA_DIR.",
  ENOSPC: "its disk is full. Free some space, then start again: nothing was lost.",
  EDQUOT: "the account's share of the disk is used up. Free some space, then start again: nothing was lost.",
};
