import { useRead } from "../../ui/api/reads.ts";
import type { OpenLogIn, Operator } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useTexts } from "../i18n/index.ts";
import { Ask } from "./ask.tsx";

/** Where a colleague is logged in, with the ends of one and of all. */
export function LogIns({ operator: { id, name } }: { readonly operator: Pick<Operator, "id" | "name"> }) {
  const { team: t } = useTexts();
  const path = `/tenant/operators/${id}/sessions`;
  const read = useRead<readonly OpenLogIn[]>(path);
  return (
    <Card title={t.logIns}>
      <Shown read={read} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{t.noLogIn}</p>
          ) : (
            <>
              <ul class="ids">
                {data.map((logIn) => (
                  <OneLogIn key={logIn.id} logIn={logIn} path={path} />
                ))}
              </ul>
              <Ask
                act="endOperatorLogIns"
                label={t.endLogIns}
                text={t.endLogInsText(name)}
                path={path}
                method="DELETE"
                done={t.logInsEnded}
                refusals={t.refusals}
                isQuiet
              />
            </>
          )
        }
      </Shown>
    </Card>
  );
}

interface OneLogInProps {
  readonly logIn: OpenLogIn;
  readonly path: string;
}

function OneLogIn({ logIn: { id, device, place, countryCode, createdAt, lastSeenAt }, path }: OneLogInProps) {
  const { team: t } = useTexts();
  const format = useFormat();
  const where = countryCode === null ? place : `${format.country(countryCode)} (${place})`;
  const what = `${device ?? t.unknownDevice}, ${where}`;
  return (
    <li>
      <p>
        <bdi>{what}</bdi>{" "}
        <small class="quiet">
          {t.logInTimes(format.shortMoment(createdAt), format.shortMoment(lastSeenAt))}
        </small>
      </p>
      <Ask
        act="endOperatorLogIn"
        label={t.endLogIn}
        about={what}
        text={t.endLogInText(what)}
        path={`${path}/${id}`}
        method="DELETE"
        done={t.logInsEnded}
        refusals={t.refusals}
        isQuiet
      />
    </li>
  );
}
