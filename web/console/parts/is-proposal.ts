import type { ChangeRequest } from "../../ui/api/views.ts";

/** Whether an answer says that the change waits for a second operator. Pure. */
export const isProposal = (data: unknown): data is ChangeRequest =>
  typeof data === "object" && data !== null && "object" in data && data.object === "change_request";
