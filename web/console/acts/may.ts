import { useMay } from "../../ui/app/permissions.tsx";
import { type OperatorAct, permissionOf } from "./permissions.ts";

/** Whether the reader's role allows an act of the console. The service decides all the same. */
export function useMayAct(): (act: OperatorAct) => boolean {
  const may = useMay();
  return (act) => may(permissionOf(act));
}
