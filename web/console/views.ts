/** Types of answers that operators alone read, from the service's schemas. Nothing of the service is loaded. */
import type { Static } from "typebox";
import type { WorkItemView, WorkView } from "../../server/src/modules/work/schemas.ts";

export type Work = Static<typeof WorkView>;
export type WorkItem = Static<typeof WorkItemView>;
