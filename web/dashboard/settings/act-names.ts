/** The text of each act that has one. Others are shown as the API names them. */
export const actTexts = {
  "api_key.created": "apiKeyCreated",
  "api_key.updated": "apiKeyUpdated",
  "api_key.rolled": "apiKeyRolled",
  "api_key.revoked": "apiKeyRevoked",
  "member.invited": "memberInvited",
  "member.joined": "memberJoined",
  "member.changed": "memberChanged",
  "member.removed": "memberRemoved",
  "member.log_ins_ended": "memberLogInsEnded",
  "member.invitation_renewed": "memberInvitationRenewed",
  "member.invitation_revoked": "memberInvitationRevoked",
  "member.owner_invited": "memberOwnerInvited",
  "merchant.created": "merchantCreated",
  "merchant.profile_changed": "merchantProfileChanged",
  "merchant.status_changed": "merchantStatusChanged",
  "merchant.kyb_changed": "merchantKybChanged",
  "merchant.request_limit_set": "merchantRequestLimitSet",
  "kyb_dossier.updated": "kybDossierUpdated",
  "payout.approved": "payoutApproved",
  "payout.cancelled": "payoutCancelled",
  "payout.approval_threshold_set": "payoutApprovalThresholdSet",
  "payout.approval_threshold_proposed": "payoutApprovalThresholdProposed",
  "payout.approval_threshold_withdrawn": "payoutApprovalThresholdWithdrawn",
  "wallet.created": "walletCreated",
  "beneficiary.created": "beneficiaryCreated",
  "webhook_endpoint.created": "endpointCreated",
  "webhook_endpoint.updated": "endpointUpdated",
  "webhook_endpoint.secret_rotated": "endpointSecretRotated",
  "webhook_endpoint.deleted": "endpointDeleted",
  "sandbox.clock_advanced": "sandboxClockAdvanced",
  "sandbox.reset": "sandboxReset",
} as const;

export type KnownAct = keyof typeof actTexts;
export const knownActs = Object.keys(actTexts) as readonly KnownAct[];
export const isKnownAct = (action: string): action is KnownAct => action in actTexts;
