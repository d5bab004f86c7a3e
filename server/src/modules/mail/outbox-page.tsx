import { createHash } from "node:crypto";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import type { KeptMail } from "./kept-mails.ts";

export const OUTBOX_PATH = "/sandbox/outbox";

/** The words of the page; the mails have their own languages. */
interface OutboxWords {
  readonly language: "fr" | "en";
  readonly title: string;
  readonly note: string;
  readonly empty: string;
  readonly back: string;
  readonly to: string;
  readonly at: string;
  readonly asHtml: string;
  readonly asText: string;
  readonly links: string;
  readonly gone: string;
  readonly other: readonly [language: string, name: string];
}

const fr: OutboxWords = {
  language: "fr",
  title: "Courriels du bac à sable",
  note: "Aucun courriel ne part d’un bac à sable. Cette page les montre, sur cette machine seulement.",
  empty: "Aucun courriel pour l’instant. Invitez quelqu’un, ou demandez un nouveau mot de passe.",
  back: "Tous les courriels",
  to: "À",
  at: "Le",
  asHtml: "Comme le montre une messagerie",
  asText: "En texte",
  links: "Liens",
  gone: "Ce courriel n’existe pas, ou n’est plus gardé.",
  other: ["en", "English"],
};
const en: OutboxWords = {
  language: "en",
  title: "Mails of the sandbox",
  note: "No mail leaves a sandbox. This page shows them, on this machine only.",
  empty: "No mail yet. Invite somebody, or ask for a new password.",
  back: "All mails",
  to: "To",
  at: "At",
  asHtml: "As a mail program shows it",
  asText: "As text",
  links: "Links",
  gone: "There is no such mail, or it is no longer kept.",
  other: ["fr", "Français"],
};
export const outboxWords: Readonly<Record<"fr" | "en", OutboxWords>> = { fr, en };

const style = `
*{box-sizing:border-box}
body{margin:0;background:#f4f5f2;color:#1c1c1c;font:1rem/1.5 system-ui,sans-serif}
.note{margin:0;padding:.6rem 1rem;background:#ffe08a;color:#3b2c00;font-weight:600}
main{max-width:44rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h1{font-size:1.4rem;line-height:1.3;margin:.5rem 0}
h2{font-size:1.05rem;margin:1.5rem 0 .5rem}
ul{list-style:none;padding:0;margin:0}
li a{display:block;background:#fff;border:1px solid #cfd4cd;border-radius:.5rem;padding:.75rem 1rem;margin:.5rem 0;color:inherit;text-decoration:none}
li a:hover strong{text-decoration:underline}
li strong,li span{display:block}
.link{margin:0}.link a{display:inline-block;padding:.6rem 0}
.soft{color:#4f5650}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0}
dt{color:#4f5650}dd{margin:0}
pre,iframe{width:100%;margin:0;padding:1rem;background:#fff;border:1px solid #cfd4cd;border-radius:.5rem}
pre{white-space:pre-wrap;font:.95rem/1.5 ui-monospace,monospace}
iframe{padding:0;height:34rem}
nav{display:flex;flex-wrap:wrap;gap:1rem}
nav a{padding:.6rem 0}
a{color:#0b5c42}
:focus-visible{outline:3px solid #c25400;outline-offset:2px}
`;
const styleHash = createHash("sha256").update(style).digest("base64");

/** The page frames only the mail itself, and sends nobody the address of a mail that holds a secret link. */
export const outboxHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};

/** Of the framed mail: no script, no request, no form; its links open in a new tab. */
export const framedMailHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy":
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export function outboxList(words: OutboxWords, mails: readonly KeptMail[]): string {
  return pageOf(
    words,
    words.title,
    OUTBOX_PATH,
    mails.length === 0 ? (
      <p>{words.empty}</p>
    ) : (
      <ul>
        {mails.map(({ id, subject, to, createdAtMs }) => (
          <li key={id}>
            <a href={`${OUTBOX_PATH}/${id}?lang=${words.language}`}>
              <strong>
                <bdi>{subject}</bdi>
              </strong>
              <span class="soft">
                <bdi>{to}</bdi> · {momentOf(words, createdAtMs)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    ),
  );
}

export function outboxMail(words: OutboxWords, mail: KeptMail): string {
  const path = `${OUTBOX_PATH}/${mail.id}`;
  const links = linksIn(mail.text);
  return pageOf(
    words,
    mail.subject,
    path,
    <>
      <dl>
        <dt>{words.to}</dt>
        <dd>
          <bdi>{mail.to}</bdi>
        </dd>
        <dt>{words.at}</dt>
        <dd>{momentOf(words, mail.createdAtMs)}</dd>
      </dl>
      {links.length === 0 ? null : (
        <>
          <h2>{words.links}</h2>
          {links.map((url) => (
            <p key={url} class="link">
              <a href={url}>{url}</a>
            </p>
          ))}
        </>
      )}
      <h2>{words.asHtml}</h2>
      <iframe src={`${path}/html`} title={words.asHtml} />
      <h2>{words.asText}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is reached by keyboard */}
      <pre tabIndex={0}>{mail.text}</pre>
    </>,
  );
}

export function outboxGone(words: OutboxWords): string {
  return pageOf(words, words.title, OUTBOX_PATH, <p>{words.gone}</p>);
}

/** The addresses of a mail's text part. They are ours: names cannot hold any. */
export function linksIn(text: string): readonly string[] {
  return text.match(/https?:\/\/\S+/g) ?? [];
}

function momentOf({ language }: OutboxWords, ms: number): string {
  const tag = language === "fr" ? "fr-FR" : "en-GB";
  return `${new Intl.DateTimeFormat(tag, { dateStyle: "long", timeStyle: "medium", timeZone: "UTC" }).format(ms)} UTC`;
}

function pageOf(words: OutboxWords, title: string, path: string, children: ComponentChildren): string {
  const [language, name] = words.other;
  const document = (
    <html lang={words.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <header class="note">{words.note}</header>
        <main>
          <nav>
            {path === OUTBOX_PATH ? null : <a href={`${OUTBOX_PATH}?lang=${words.language}`}>{words.back}</a>}
            <a href={`${path}?lang=${language}`} lang={language}>
              {name}
            </a>
          </nav>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {children}
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(document)}`;
}
