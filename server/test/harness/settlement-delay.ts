import { readContract } from "../contract/document.ts";
import type { TestApp } from "./app.ts";

const DAY_SECONDS = 86_400;
const FEE_BASIS_POINTS = 150;

/** Payments by mobile money in XOF that succeed from now on become available after so many days, less 1.5 %. */
export async function setSettlementDelay(test: TestApp, days: number): Promise<void> {
  const contract = await readContract(test);
  const { status } = await contract.call("setFeeSchedule", {
    apiKey: (await test.operator()).token,
    body: {
      mode: "SANDBOX",
      method: "MOBILE_MONEY",
      currency: "XOF",
      basisPoints: FEE_BASIS_POINTS,
      settlementDelaySeconds: days * DAY_SECONDS,
    },
  });
  if (status !== 200) throw new Error(`setting the delay answered ${status}`);
}
