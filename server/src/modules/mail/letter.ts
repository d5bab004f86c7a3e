import { displayMoney, type Locale } from "../../kit/money.ts";
import { placeText } from "../../kit/place-text.ts";
import { zoneText } from "../../kit/zone-text.ts";
import { cleanMessage, cleanName } from "./clean.ts";
import { htmlOf, textOf } from "./layout.ts";
import type { Letter, Mail, MailContent, MailContents, MailKind, Reader } from "./types.ts";
import type { Draft, MailWords, Show } from "./words/draft.ts";
import { en } from "./words/en.ts";
import { fr } from "./words/fr.ts";
import { pt } from "./words/pt.ts";

const languages: Readonly<Record<Locale, MailWords>> = { fr, en, pt };
const tags: Readonly<Record<Locale, string>> = { fr: "fr-FR", en: "en-GB", pt: "pt-PT" };

/** Fields that somebody typed. All others are made by the service. */
const cleaners: Readonly<Record<string, (text: string) => string>> = {
  merchant: cleanName,
  runBy: cleanName,
  title: cleanName,
  orderNumber: cleanName,
  inviter: cleanName,
  name: cleanName,
  by: cleanName,
  beneficiary: cleanName,
  device: cleanName,
  host: cleanName,
  message: cleanMessage,
};

/** Writes a mail in its reader's language and time zone. `publicUrl` is the service's own address. */
export function writeLetter({ to, content }: Pick<Mail, "to" | "content">, publicUrl: string): Letter {
  const words = languages[to.locale];
  const clean = cleaned(content);
  const draft = draftOf(words, content.kind, clean, showFor(to));
  const { host } = new URL(publicUrl);
  const frame = {
    language: tags[to.locale],
    url: content.url,
    notice: "mode" in content && content.mode === "SANDBOX" ? words.sandbox : null,
    // A payer knows neither the host nor its reader's account, but has read who runs the page.
    sentBy: words.sentBy("runBy" in clean ? `${clean.runBy} (${host})` : host),
    colon: words.colon,
  };
  return { to: to.email, subject: draft.subject, text: textOf(draft, frame), html: htmlOf(draft, frame) };
}

function draftOf<Kind extends MailKind>(
  { drafts }: MailWords,
  kind: Kind,
  content: MailContents[MailKind],
  show: Show,
): Draft {
  // The kind belongs to the content, which the compiler does not follow through the lookup.
  return drafts[kind](content as MailContents[Kind], show);
}

function cleaned(content: MailContent): MailContents[MailKind] {
  const entries = Object.entries(content).map(([field, value]) => {
    const clean = cleaners[field];
    return [field, clean !== undefined && typeof value === "string" ? clean(value) : value];
  });
  return Object.fromEntries(entries) as MailContents[MailKind];
}

function showFor({ locale, timeZone }: Reader): Show {
  const format = new Intl.DateTimeFormat(tags[locale], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  });
  return {
    moment: (ms) => `${format.format(ms)} ${zoneText(timeZone, locale)}`,
    amount: (amount) => displayMoney(amount, locale),
    day: (date) =>
      new Intl.DateTimeFormat(tags[locale], { day: "numeric", month: "long", timeZone: "UTC" }).format(
        Date.parse(date),
      ),
    date: (date) =>
      new Intl.DateTimeFormat(tags[locale], { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(date)),
    share: (succeeded, failed) =>
      new Intl.NumberFormat(tags[locale], { style: "percent", maximumFractionDigits: 1 }).format(
        succeeded / (succeeded + failed),
      ),
    place: (address, countryCode) => placeText(address, countryCode ?? null, locale),
  };
}
