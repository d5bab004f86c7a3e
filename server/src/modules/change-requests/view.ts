import type { Static } from "typebox";
import { publicId } from "../../kit/ids.ts";
import type { ChangeRequestView } from "./schemas.ts";
import { statusAt } from "./states.ts";
import type { ChangeRequest } from "./types.ts";

/** As operators see it, without the sealed content. */
export function changeRequestView(request: ChangeRequest, nowMs: number): Static<typeof ChangeRequestView> {
  const iso = (ms: number): string => new Date(ms).toISOString();
  const shown = (text: string | null) =>
    text === null ? null : (JSON.parse(text) as Record<string, unknown>);
  return {
    object: "change_request",
    id: publicId("changeRequest", request.id),
    kind: request.kind,
    subject: request.subject,
    status: statusAt(request, nowMs),
    before: shown(request.before),
    after: shown(request.after),
    proposedBy: publicId("operator", request.proposedBy),
    decidedBy: request.decidedBy === null ? null : publicId("operator", request.decidedBy),
    reason: request.reason,
    decidedAt: request.decidedAtMs === null ? null : iso(request.decidedAtMs),
    expiresAt: iso(request.expiresAtMs),
    version: request.version,
    createdAt: iso(request.createdAtMs),
    updatedAt: iso(request.updatedAtMs),
  };
}
