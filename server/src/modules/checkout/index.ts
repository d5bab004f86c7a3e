export type { CreateSession } from "./create-session.ts";
export { checkCustomFields } from "./custom-fields.ts";
export { sessionExample } from "./examples.ts";
export { SessionListQuery } from "./list-sessions.ts";
export { createCheckoutModule } from "./module.ts";
export { CustomFieldsInput, CustomFieldView, SessionView } from "./schemas.ts";
export { type Checkout, createCheckout } from "./service.ts";
export { createSessionEventBody } from "./view.ts";
