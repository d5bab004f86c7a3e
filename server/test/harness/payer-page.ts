import type { Page } from "playwright-core";

/** Chooses a way to pay on the payer's page; one that few payers use stands behind "Autres moyens". */
export async function chooseMethod(page: Page, name: string): Promise<void> {
  const label = page.locator(".choice > label", { hasText: name });
  if (!(await label.isVisible())) await page.locator(".few > summary").click();
  await label.click();
}
