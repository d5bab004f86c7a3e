import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import ipaddr from "ipaddr.js";
import { type CountryResponse, Reader } from "mmdb-lib";

/** Networks and their countries, as the five registries of addresses say (nro.net, CC BY 4.0); it comes with the package. */
const FILE = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

let reader: Reader<CountryResponse & { readonly country_code?: string }> | null = null;

/**
 * The country, as an ISO 3166 code, in which the registries have given out the network of `address`: an IP address, or a network
 * such as `2001:4278::/64`. Null for what they have given to nobody, for private networks, and for what is no address. It is no
 * proof of a place: a satellite, a company's network or a VPN answers with another country. Read once per process, when it is
 * first needed; nothing is asked over the network.
 */
export function countryOfAddress(address: string): string | null {
  const [text = ""] = address.split("/");
  if (!ipaddr.isValid(text)) return null;
  const ip = ipaddr.process(text);
  // The file has a country for some networks that belong to nobody.
  if (ip.range() !== "unicast") return null;
  reader ??= new Reader(readFileSync(createRequire(import.meta.url).resolve(FILE)));
  return reader.get(ip.toString())?.country_code ?? null;
}
