import { useRead } from "../../ui/api/reads.ts";
import type { SubTenant } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { type Column, Table } from "../../ui/parts/table.tsx";
import { useTexts } from "../i18n/index.ts";
import { Ask } from "../parts/ask.tsx";

const PATH = "/tenant/sub-tenants";
const NAME_LENGTH_MAX = 100;

/** The processing entities of the platform, of both modes: accounts at providers belong to one each. */
export function Entities() {
  const { providers: t } = useTexts();
  const format = useFormat();
  const read = useRead<readonly SubTenant[]>(`${PATH}?pageSize=100`);
  const columns: readonly Column<SubTenant>[] = [
    { head: t.name, cell: ({ name }) => <bdi>{name}</bdi>, card: "lead" },
    {
      head: t.state,
      cell: ({ status }) => (
        <Badge
          tone={status === "ACTIVE" ? "good" : "quiet"}
          text={status === "ACTIVE" ? t.entityActive : t.entityDisabled}
        />
      ),
      card: "side",
    },
    { head: t.since, cell: ({ createdAt }) => format.day(createdAt), card: "quiet" },
    { head: t.entityChange, cell: (entity) => <Switch entity={entity} /> },
  ];
  return (
    <Card
      title={t.entities}
      tools={
        <Ask
          act="createSubTenant"
          label={t.addEntity}
          text={t.entitiesSay}
          fields={[{ name: "name", label: t.name, lengthMax: NAME_LENGTH_MAX }]}
          path={PATH}
          done={t.entityAdded}
          refusals={{ ROUTING_LIMIT_REACHED: t.tooManyEntities }}
          isQuiet
        />
      }
    >
      <p class="quiet">{t.entitiesSay}</p>
      <Shown read={read} rows={2}>
        {({ data }) => <Table caption={t.entities} columns={columns} rows={data} keyOf={({ id }) => id} />}
      </Shown>
    </Card>
  );
}

/** Stops an entity at once, or lets it take payments again, which takes two once it has live accounts. */
function Switch({ entity: { id, name, status, version } }: { readonly entity: SubTenant }) {
  const { providers: t } = useTexts();
  const isActive = status === "ACTIVE";
  return (
    <Ask
      act="updateSubTenant"
      label={isActive ? t.disable : t.enable}
      about={name}
      text={isActive ? t.entityDisableSays(name) : t.entityEnableSays(name)}
      path={`${PATH}/${id}`}
      method="PATCH"
      bodyOf={() => ({ status: isActive ? "DISABLED" : "ACTIVE", version })}
      done={isActive ? t.entityWasDisabled : t.entityWasEnabled}
      proposed={t.entityWaits}
      isQuiet
    />
  );
}
