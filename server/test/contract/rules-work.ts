import { type Id, publicId } from "../../src/kit/ids.ts";
import type { Estate } from "./estate.ts";
import { made, providerAlarm } from "./estate-objects.ts";
import type { Rule } from "./rule.ts";

const unknownBody = `7${"z".repeat(24)}0`;

const ofAlarm = {
  object: (estate: Estate) => ({ id: `PROVIDER_ALARM:${made(estate, "alarmId")}` }),
  unknown: { id: `PROVIDER_ALARM:alarm_${unknownBody}` },
};
const alarmRow: Rule = {
  ...ofAlarm,
  arrange: async (make, estate) => {
    const id = await providerAlarm(make, made(estate, "providerAccountId"));
    return { params: { id: `PROVIDER_ALARM:${id}` }, body: {} };
  },
};

export const workRules: Readonly<Record<string, Rule>> = {
  listWork: {},
  getWebhookHealth: {},
  getQueueAges: { query: () => ({ mode: "SANDBOX" }) },
  getBackgroundWork: {},
  followWork: {},
  getWork: ofAlarm,
  takeWork: alarmRow,
  assignWork: {
    ...alarmRow,
    arrange: async (make, estate) => {
      const id = await providerAlarm(make, made(estate, "providerAccountId"));
      const path = { params: { id: `PROVIDER_ALARM:${id}` } };
      const [colleague] = await make.call("listWorkColleagues", path);
      return { ...path, names: { operatorId: colleague.id } };
    },
  },
  listWorkColleagues: ofAlarm,
  giveBackWork: {
    ...alarmRow,
    arrange: async (make, estate) => {
      const id = `PROVIDER_ALARM:${await providerAlarm(make, made(estate, "providerAccountId"))}`;
      const token = (await make.login()).token;
      await make.call("takeWork", { params: { id }, body: {}, apiKey: token });
      return { params: { id }, token };
    },
  },
  endWork: {
    ...ofAlarm,
    arrange: async ({ test }, { merchantNo }) => {
      const id = test.app.ids.uuid() as Id<"webhookEndpoint">;
      await test.owner.query({
        text: `insert into webhook_endpoints (merchant_no, id, url, events, status, secret, disabled_reason, created_at, updated_at)
               values ($1, $2, 'https://shop.example', '{*}', 'DISABLED', '\\x00', 'FAILING', $3, $3)`,
        values: [merchantNo, id, new Date(test.clock.nowMs())],
      });
      return { params: { id: `ENDPOINT_DISABLED:${publicId("webhookEndpoint", id)}` } };
    },
  },
};
