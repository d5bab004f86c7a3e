import "../../setup/setup.css";
import { useRead } from "../../../ui/api/reads.ts";
import type { Dossier } from "../../../ui/api/views.ts";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";
import { ChangeForm } from "../../setup/change-form.tsx";
import { useMayWrite } from "../../setup/dossier.ts";
import { DOSSIER_PATH } from "../../setup/paths.ts";

/** Proposes a legal change of an approved dossier. */
export default function ChangePage() {
  const { setup: t } = useTexts();
  const root = useRoot();
  const mayWrite = useMayWrite();
  const read = useRead<Dossier>(DOSSIER_PATH);
  return (
    <Page title={t.change.title} above={<a href={`${root}/setup`}>{t.title}</a>}>
      <Shown read={read} rows={8}>
        {({ data }) => {
          if (!mayWrite) return <p class="note">{t.readOnly}</p>;
          return data.status === "APPROVED" ? (
            <ChangeForm dossier={data} />
          ) : (
            <p class="note">{t.change.notNow}</p>
          );
        }}
      </Shown>
    </Page>
  );
}
