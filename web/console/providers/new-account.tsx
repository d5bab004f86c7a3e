import { useState } from "preact/hooks";
import type { Mode, PaymentMethod } from "../../../server/src/kit/payment-terms.ts";
import { useRead, useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Provider, SubTenant } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useSayChanged } from "../approvals/proposals.tsx";
import { useTexts } from "../i18n/index.ts";
import { SettingInput } from "./setting-input.tsx";

interface NewAccountProps {
  readonly mode: Mode;
  readonly onClose: () => void;
}

/** Adds an account of an entity at a provider, with the settings that the provider's accounts need. */
export function NewAccount({ mode, onClose }: NewAccountProps) {
  const { providers: t } = useTexts();
  const providers = useRead<readonly Provider[]>("/tenant/providers");
  const subTenants = useRead<readonly SubTenant[]>("/tenant/sub-tenants?pageSize=100");
  return (
    <Dialog title={t.add} onClose={onClose}>
      <Shown read={providers} rows={4}>
        {({ data }) => (
          <Shown read={subTenants} rows={4}>
            {({ data: entities }) => (
              <AccountForm
                mode={mode}
                providers={data.filter(({ modes }) => modes.includes(mode))}
                subTenants={entities}
                onClose={onClose}
              />
            )}
          </Shown>
        )}
      </Shown>
    </Dialog>
  );
}

interface AccountFormProps extends NewAccountProps {
  readonly providers: readonly Provider[];
  readonly subTenants: readonly SubTenant[];
}

function AccountForm({ mode, providers, subTenants, onClose }: AccountFormProps) {
  const { providers: t } = useTexts();
  const ui = useUiTexts();
  const act = useSubmission();
  const say = useSayChanged();
  const readAgain = useReadAgain();
  const [chosen, setChosen] = useState(providers[0]?.id ?? "");
  const [subTenantId, setSubTenantId] = useState(subTenants[0]?.id ?? "");
  const [name, setName] = useState("");
  const [left, setLeft] = useState<readonly PaymentMethod[]>([]);
  const [settings, setSettings] = useState<Readonly<Record<string, string>>>({});
  const provider = providers.find(({ id }) => id === chosen);
  if (provider === undefined) return <p>{t.noProvider}</p>;
  const methods = provider.capabilities.methods.filter((method) => !left.includes(method));
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ""));
    const body = { mode, subTenantId, provider: provider.id, name: name.trim(), methods, settings: given };
    const answer = await act.send("/tenant/provider-accounts", { method: "POST", body });
    if (answer === null) return;
    say(answer.data, t.wasAdded);
    await readAgain("/tenant/");
    onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Choice
        label={t.provider}
        value={chosen}
        options={providers.map(({ id }) => [id, id] as const)}
        onChange={(value) => {
          setChosen(value);
          setSettings({});
          setLeft([]);
        }}
      />
      <Choice
        label={t.subTenant}
        value={subTenantId}
        options={subTenants.map(({ id, name: text }) => [id, text] as const)}
        onChange={setSubTenantId}
      />
      <Field label={t.name}>
        {(attributes) => (
          <input
            {...attributes}
            required
            maxLength={100}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset>
        <legend>{t.methods}</legend>
        {provider.capabilities.methods.map((method) => (
          <label key={method}>
            <input
              type="checkbox"
              checked={!left.includes(method)}
              onChange={() =>
                setLeft(left.includes(method) ? left.filter((one) => one !== method) : [...left, method])
              }
            />{" "}
            {ui.methods[method]}
          </label>
        ))}
      </fieldset>
      {provider.settings.map((setting) => (
        <SettingInput
          key={setting.name}
          setting={setting}
          value={settings[setting.name] ?? ""}
          onValue={(value) => setSettings({ ...settings, [setting.name]: value })}
        />
      ))}
      {mode === "LIVE" && <p class="quiet">{t.liveIsDisabled}</p>}
      <SubmissionProblem act={act} texts={t.problems} />
      <div class="actions">
        <button type="submit" disabled={act.isSending || methods.length === 0 || subTenantId === ""}>
          {act.isSending ? ui.act.sending : t.add}
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          {ui.act.cancel}
        </button>
      </div>
    </form>
  );
}
