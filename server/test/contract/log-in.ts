import { allTenantPermissions } from "../../src/http/permissions.ts";
import type { TenantId } from "../../src/kit/ids.ts";
import type { TestApp } from "../harness/app.ts";
import type { TestLogin } from "./estate-shape.ts";

/** A new operator with every permission, logged in. */
export async function logIn(test: TestApp, tenantId: TenantId, number: number): Promise<TestLogin> {
  const email = `operator-${number}@${tenantId}.example`;
  const password = `password of ${email}`;
  const input = { tenantId, email, name: `Operator ${number}`, password };
  await test.db.transaction((tx) => test.app.operators.addFirst(tx, input, allTenantPermissions));
  const { status, body } = await test.request("POST", "/tenant/sessions", {
    body: { email, password },
    apiKey: null,
  });
  if (status !== 201) throw new Error(`logging in answered ${JSON.stringify(body)}`);
  return {
    email,
    password,
    operatorId: body.data.operator.id,
    token: body.data.token,
    sessionId: body.data.id,
  };
}
