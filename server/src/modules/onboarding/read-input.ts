import { normalizePhone } from "../../kit/phone.ts";
import { isHttpsAddress } from "../../kit/url.ts";
import type { OperationalProfile, PostalAddress } from "../merchants/index.ts";
import { checkPeople, invalid, problem, readSettlementAccount } from "./rules.ts";
import type { AddressInput, DraftBody, OperationalBody } from "./schemas.ts";
import type { LegalProfile } from "./types.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function addressOf({ line1, line2, city, region, postalCode, countryCode }: AddressInput): PostalAddress {
  return {
    line1,
    city,
    countryCode,
    line2: line2 ?? null,
    region: region ?? null,
    postalCode: postalCode ?? null,
  };
}

/** The fields of a legal profile in a body, in stored form. Refuses with VALIDATION_ERROR. */
export function readLegal(body: DraftBody, nowMs: number): Partial<LegalProfile> {
  const read: Partial<Mutable<LegalProfile>> = {};
  if (body.legalName !== undefined) read.legalName = body.legalName;
  if (body.legalForm !== undefined) read.legalForm = body.legalForm;
  if (body.registrationNumber !== undefined) read.registrationNumber = body.registrationNumber;
  if (body.taxId !== undefined) read.taxId = body.taxId;
  if (body.registeredAddress !== undefined) {
    read.registeredAddress = body.registeredAddress === null ? null : addressOf(body.registeredAddress);
  }
  if (body.directors !== undefined) {
    read.directors = body.directors.map((person) => ({ ...person, role: person.role ?? null }));
  }
  if (body.beneficialOwners !== undefined) read.beneficialOwners = body.beneficialOwners;
  if (body.settlementAccount !== undefined) {
    read.settlementAccount =
      body.settlementAccount === null
        ? null
        : readSettlementAccount(body.settlementAccount, "settlementAccount");
  }
  checkPeople(read, nowMs);
  return read;
}

/** The fields of the public profile in a body, in stored form. Refuses with VALIDATION_ERROR. */
export function readOperational(body: OperationalBody): Partial<OperationalProfile> {
  const read: Partial<Mutable<OperationalProfile>> = {};
  if (body.displayName !== undefined) read.displayName = body.displayName;
  if (body.locale !== undefined) read.locale = body.locale;
  if (body.supportEmail !== undefined) read.supportEmail = body.supportEmail;
  if (body.branding?.primaryColor !== undefined) read.primaryColor = body.branding.primaryColor;
  if (body.address !== undefined) read.address = body.address === null ? null : addressOf(body.address);
  if (body.logoUrl !== undefined) read.logoUrl = httpsOf(body.logoUrl, "logoUrl");
  if (body.website !== undefined) read.website = httpsOf(body.website, "website");
  if (body.supportPhone !== undefined) read.supportPhone = phoneOf(body.supportPhone, "supportPhone");
  if (body.supportWhatsapp !== undefined)
    read.supportWhatsapp = phoneOf(body.supportWhatsapp, "supportWhatsapp");
  return read;
}

/** Payers' browsers and our own fetcher open it. */
function httpsOf(text: string | null, path: string): string | null {
  if (text === null || isHttpsAddress(text)) return text;
  throw invalid([problem("", path, "url", "must be an https address")]);
}

function phoneOf(text: string | null, path: string): string | null {
  if (text === null) return null;
  const phone = normalizePhone(text, null);
  if ("problem" in phone) {
    throw invalid([problem("", path, "phone", "must be a phone number in international form")]);
  }
  return phone.e164;
}
