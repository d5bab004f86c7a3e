/** What a bank says of one transfer. */
export interface TransferAnswer {
  readonly endToEndId: string;
  readonly status: string;
  readonly reason?: string;
}

/** An answer to a file as a bank writes it: pain.002.001.10. */
export function statusReportText(report: {
  readonly id: string;
  readonly createdAtMs: number;
  readonly messageId: string;
  readonly group: string;
  readonly reason?: string;
  readonly transfers: readonly TransferAnswer[];
}): string {
  const { id, createdAtMs, messageId, group, transfers } = report;
  const created = new Date(createdAtMs).toISOString().replace(/\.\d+Z$/, "Z");
  const because = (reason: string | undefined) =>
    reason === undefined ? "" : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`;
  const rows = transfers.map(
    ({ endToEndId, status, reason }) =>
      `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${status}</TxSts>${because(reason)}</TxInfAndSts>`,
  );
  const payment =
    rows.length === 0
      ? ""
      : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${rows.join("")}</OrgnlPmtInfAndSts>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>',
    `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${created}</CreDtTm></GrpHdr>`,
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001</OrgnlMsgNmId><GrpSts>${group}</GrpSts>${because(report.reason)}</OrgnlGrpInfAndSts>`,
    `${payment}</CstmrPmtStsRpt></Document>`,
    "",
  ].join("\n");
}
