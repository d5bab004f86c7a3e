export { addressShare, isLoopback } from "./address.ts";
export { type Admission, type Counted, createAdmission, limitPages } from "./admission.ts";
export { type AskedBy, type AskedPhone, type AskedPhones, createAskedPhones } from "./asked-phones.ts";
export { defaultLimits, type Limits } from "./limit-table.ts";
export { createRateLimiter, liftedLimiter, type RateLimiter } from "./limiter.ts";
export { forgetCounters } from "./store.ts";
export { limitRefusal } from "./verdict.ts";
