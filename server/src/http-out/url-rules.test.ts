import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./addresses.ts";
import { checkResolved, checkUrl, type UrlPolicy } from "./url-rules.ts";

const live: UrlPolicy = { allowLoopback: false, forbiddenHosts: [] };
const sandbox: UrlPolicy = { allowLoopback: true, forbiddenHosts: [] };

/** Internal addresses, in every spelling that a URL parser accepts. */
const hostileUrls: readonly string[] = [
  // Loopback.
  "https://127.0.0.1/",
  "https://127.0.0.1:8443/",
  "https://127.1/",
  "https://127.000.000.001/",
  "https://0x7f000001/",
  "https://0x7f.0.0.1/",
  "https://2130706433/",
  "https://0177.0.0.1/",
  "https://017700000001/",
  "https://①②⑦.⓪.⓪.①/",
  "https://127.0.0.1./",
  "https://[::1]/",
  "https://[0:0:0:0:0:0:0:1]/",
  "https://localhost/",
  "https://LOCALHOST/",
  "https://localhost./",
  "https://api.localhost/",
  // "This host" and broadcast.
  "https://0/",
  "https://0.0.0.0/",
  "https://255.255.255.255/",
  "https://[::]/",
  // Private.
  "https://10.0.0.1/",
  "https://10.255.255.255/",
  "https://172.16.0.1/",
  "https://172.31.255.255/",
  "https://192.168.0.1/",
  "https://192.168.1.1:8443/",
  "https://[fc00::1]/",
  "https://[fd12:3456:789a::1]/",
  // Link-local and the metadata services of clouds.
  "https://169.254.169.254/latest/meta-data/",
  "https://169.254.170.2/v2/credentials",
  "https://2852039166/",
  "https://0xa9fea9fe/",
  "https://[fe80::1]/",
  "https://[fd00:ec2::254]/",
  "https://[fec0::1]/",
  "https://100.100.100.200/",
  "https://168.63.129.16/",
  "https://192.0.0.192/",
  "https://metadata.google.internal/",
  // Carrier-grade NAT, multicast, benchmarking, documentation, reserved.
  "https://100.64.0.1/",
  "https://100.127.255.254/",
  "https://224.0.0.1/",
  "https://239.255.255.250/",
  "https://[ff02::1]/",
  "https://198.18.0.1/",
  "https://198.19.255.255/",
  "https://192.0.2.1/",
  "https://198.51.100.1/",
  "https://203.0.113.1/",
  "https://240.0.0.1/",
  "https://[2001:db8::1]/",
  "https://[3fff::1]/",
  "https://[100::1]/",
  "https://[5f00::1]/",
  // IPv6 forms that wrap an IPv4 address.
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://[::ffff:8.8.8.8]/",
  "https://[::127.0.0.1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[64:ff9b::10.0.0.1]/",
  "https://[64:ff9b:1::1]/",
  "https://[2002:7f00:1::]/",
  "https://[2002:a00:1::1]/",
  "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
  // Names of machines nearby.
  "https://db/",
  "https://intranet/",
  "https://printer.local/",
  "https://vault.service.internal/",
  "https://nas.home.arpa/",
  "https://router.lan/",
];

/** Addresses that are refused for another reason than their range. */
const malformedUrls: readonly string[] = [
  "http://merchant.example/",
  "http://93.184.216.34/",
  "ftp://merchant.example/",
  "file:///etc/passwd",
  "gopher://merchant.example/",
  "javascript:alert(1)",
  "unix:/var/run/docker.sock",
  "https://user@merchant.example/",
  "https://user:pass@merchant.example/",
  "https://merchant.example@127.0.0.1/",
  "https://127.0.0.1@merchant.example/",
  "https://merchant.example:80/",
  "https://merchant.example:22/",
  "https://merchant.example:5432/",
  "https://merchant.example:6379/",
  "https://merchant.example:65535/",
  "https:\\\\merchant.example\\",
  "https://merchant.example/\r\nX-Injected: 1",
  "https://merchant.example /",
  " https://merchant.example/",
  "https://mer\tchant.example/",
  "https://[::1/",
  "https://[fe80::1%25eth0]/",
  "https:///",
  "//merchant.example/",
  "merchant.example",
  "",
  `https://merchant.example/${"a".repeat(2048)}`,
];

const goodUrls: readonly string[] = [
  "https://merchant.example/webhooks",
  "https://merchant.example:443/webhooks?source=cauris",
  "https://merchant.example:8443/",
  "https://93.184.216.34/",
  "https://[2606:2800:220:1:248:1893:25c8:1946]/",
  "https://münchen.example/",
  "https://172.32.0.1/",
  "https://100.128.0.1/",
  "https://localhost.merchant.example/",
];

describe("addresses that merchants give", () => {
  it.each(hostileUrls)("never leads inside: %s", (url) => {
    expect(checkUrl(url, live)).not.toBeNull();
  });

  it.each(malformedUrls)("is refused: %j", (url) => {
    expect(checkUrl(url, live)).not.toBeNull();
    expect(checkUrl(url, sandbox)).not.toBeNull();
  });

  it.each(goodUrls)("is accepted: %s", (url) => {
    expect(checkUrl(url, live)).toBeNull();
    expect(checkUrl(url, sandbox)).toBeNull();
  });

  it("holds at least sixty hostile cases", () => {
    expect(new Set([...hostileUrls, ...malformedUrls]).size).toBeGreaterThanOrEqual(60);
  });
});

describe("localhost in sandbox", () => {
  it.each([
    "http://localhost:3000/hook",
    "http://127.0.0.1:3000/",
    "http://[::1]:3000/",
    "https://localhost:3000/",
  ])("is accepted: %s", (url) => {
    expect(checkUrl(url, sandbox)).toBeNull();
    expect(checkUrl(url, live)).not.toBeNull();
  });

  it.each([
    "http://10.0.0.1/",
    "http://0.0.0.0:3000/",
    "http://[::ffff:127.0.0.1]:3000/",
    "http://localhost.evil.example/",
    "http://api.localhost/",
    "http://192.168.1.10:3000/",
  ])("opens nothing else: %s", (url) => {
    expect(checkUrl(url, sandbox)).not.toBeNull();
  });

  it("leaves our own ports closed, by every name of the machine", () => {
    const policy = { allowLoopback: true, forbiddenHosts: ["127.0.0.1:5432", "localhost:8080"] };
    for (const host of ["localhost", "127.0.0.1", "127.0.0.2", "[::1]"]) {
      expect(checkUrl(`http://${host}:5432/`, policy)?.rule).toBe("HOST");
      expect(checkUrl(`http://${host}:8080/`, policy)?.rule).toBe("HOST");
      expect(checkUrl(`http://${host}:3000/`, policy)).toBeNull();
    }
  });
});

describe("our own hosts, the database's and the providers'", () => {
  const policy = {
    allowLoopback: false,
    forbiddenHosts: [
      "pay.cauris.example",
      "db.cauris.example:5432",
      "api.provider.example",
      "93.184.216.34",
      "[2606:2800::5]:443",
    ],
  };

  it.each([
    "https://pay.cauris.example/api/v1/payments",
    "https://PAY.cauris.example./",
    "https://db.cauris.example/",
    "https://api.provider.example/collections",
    "https://93.184.216.34/",
    "https://[2606:2800::5]/",
  ])("are refused: %s", (url) => {
    expect(checkUrl(url, policy)?.rule).toBe("HOST");
  });

  it("are refused behind another name too, when they are given as addresses", () => {
    expect(checkResolved(["93.184.216.34"], policy)).not.toBeNull();
    expect(checkResolved(["93.184.216.35"], policy)).toBeNull();
  });
});

describe("addresses behind a name", () => {
  it.each([
    [["10.0.0.1"]],
    [["93.184.216.34", "10.0.0.1"]],
    [["93.184.216.34", "::1"]],
    [["::ffff:10.0.0.1"]],
    [["64:ff9b::a00:1"]],
    [["fe80::1%eth0"]],
    [["not an address"]],
  ])("are all checked, so that one inner one refuses the name: %j", (addresses) => {
    expect(checkResolved(addresses, live)?.rule).toBe("ADDRESS");
  });

  it("are accepted when all are public", () => {
    expect(checkResolved(["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"], live)).toBeNull();
    expect(isPublicAddress("8.8.8.8")).toBe(true);
  });
});
