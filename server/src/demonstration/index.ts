export { demonstrationOf } from "./start.ts";
