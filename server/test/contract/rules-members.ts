import { made } from "./estate-objects.ts";
import { testMember } from "./estate-people.ts";
import type { Rule } from "./rule.ts";

const unknownBody = `7${"z".repeat(24)}0`;
/** A key cannot give more than it has: it may have no more than the team. */
const sandbox = { role: "VIEWER", permissions: ["merchant.team.read"] };

const member: Rule = {
  object: (estate) => ({ memberId: made(estate, "memberId") }),
  unknown: { memberId: `usr_${unknownBody}` },
  inBothModes: true,
  // The live estate is of the same merchant: it has none of its own.
  needsPayment: true,
};
const invitation: Rule = {
  object: (estate) => ({ invitationId: made(estate, "invitationId") }),
  unknown: { invitationId: `inv_${unknownBody}` },
  inBothModes: true,
  needsPayment: true,
};

const merchant: Rule = {
  object: ({ merchantId }) => ({ merchantId }),
  unknown: { merchantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e" },
};

export const memberRules: Readonly<Record<string, Rule>> = {
  listMembers: {},
  getMember: member,
  updateMember: { ...member, body: () => ({ sandbox }) },
  removeMember: {
    ...member,
    arrange: async (make, estate) => ({ params: { memberId: await testMember(make, estate) } }),
  },
  inviteMember: {
    body: (unique) => ({ email: `${unique}@guest.example`, sandbox }),
    inBothModes: true,
  },
  listInvitations: {},
  renewInvitation: invitation,
  revokeInvitation: {
    ...invitation,
    arrange: async (make) => {
      const body = { email: `${make.unique}@leaving.example`, sandbox };
      return { params: { invitationId: (await make.call("inviteMember", { body })).id } };
    },
  },
  listMerchantMembers: merchant,
  listMerchantInvitations: merchant,
  recoverMerchantMember: {
    object: (estate) => ({ merchantId: estate.merchantId, memberId: made(estate, "memberId") }),
    unknown: { memberId: `usr_${unknownBody}` },
    needsPayment: true,
    takesTwo: true,
  },
  listMails: {},
  getMailState: {},
  inviteMerchantOwner: {
    object: ({ merchantId }) => ({ merchantId }),
    unknown: { merchantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e" },
    body: (unique) => ({ email: `${unique}@owner.example` }),
    // Only a merchant without people and live keys is invited so.
    arrange: async (make) => {
      const { id } = await make.call("createMerchant", {
        body: { displayName: make.unique, countryCode: "CI" },
      });
      return { params: { merchantId: id }, body: { email: `${make.unique}@first.example` } };
    },
  },
};
