import { merchantLists } from "./merchant-lists.ts";
import { tenantLists } from "./tenant-lists.ts";
import type { ExportableList } from "./types.ts";

/** Every list that can be exported, by the operation that reads it. */
export const exportableLists: Readonly<Record<string, ExportableList>> = { ...merchantLists, ...tenantLists };
