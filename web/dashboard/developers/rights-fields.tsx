import { Choice } from "../../ui/parts/field.tsx";
import { useTexts } from "../i18n/index.ts";
import { areas, type Level, levels, type Rights } from "./permissions.ts";

interface RightsFieldsProps {
  readonly rights: Rights;
  /** What the reader has: no more is offered. */
  readonly held: Rights;
  readonly onChange: (rights: Rights) => void;
}

/** A choice for each area. */
export function RightsFields({ rights, held, onChange }: RightsFieldsProps) {
  const { keys: t } = useTexts();
  return (
    <div class="cards">
      {areas
        .filter((area) => held.areas[area] !== "none")
        .map((area) => (
          <Choice
            key={area}
            label={t.areas[area]}
            value={rights.areas[area]}
            options={levels
              .slice(0, levels.indexOf(held.areas[area]) + 1)
              .map((level) => [level, t.levels[level]])}
            onChange={(level) => onChange({ ...rights, areas: { ...rights.areas, [area]: level as Level } })}
          />
        ))}
      {held.approves && (
        <label class="tick">
          <input
            type="checkbox"
            checked={rights.approves}
            onChange={(event) => onChange({ ...rights, approves: event.currentTarget.checked })}
          />{" "}
          {t.approve}
        </label>
      )}
    </div>
  );
}
