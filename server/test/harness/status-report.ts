/** A transfer in a bank's answer: our number, its status, and the bank's reason of a rejection. */
export type ReportedTransfer = readonly [reference: string, status: string, reason?: string];

/** A bank's answer to a file of ours as pain.002.001.10: the status of the whole, and of single transfers. */
export function statusReport(
  id: string,
  messageId: string,
  group: string,
  transfers: readonly ReportedTransfer[],
): string {
  const because = (reason?: string) =>
    reason === undefined ? "" : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`;
  const rows = transfers
    .map(
      ([reference, status, reason]) =>
        `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${status}</TxSts>${because(reason)}</TxInfAndSts>`,
    )
    .join("");
  const part =
    transfers.length === 0
      ? ""
      : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${rows}</OrgnlPmtInfAndSts>`;
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><GrpSts>${group}</GrpSts></OrgnlGrpInfAndSts>${part}</CstmrPmtStsRpt></Document>`;
}
