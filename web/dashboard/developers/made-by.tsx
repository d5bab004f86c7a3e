import type { ApiKey } from "../../ui/api/views.ts";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";

type Made = Pick<ApiKey, "createdBy" | "createdByName">;

/** Who made a key: a person by name, another key with the way to it, or the platform. */
export function MadeBy({ apiKey: { createdBy, createdByName } }: { readonly apiKey: Made }) {
  const { keys: t } = useTexts();
  const root = useRoot();
  if (createdBy === "platform") return <span class="whole">{t.platform}</span>;
  const name = <bdi>{createdByName ?? createdBy}</bdi>;
  return createdBy.startsWith("key_") ? <a href={`${root}/developers/keys/${createdBy}`}>{name}</a> : name;
}
