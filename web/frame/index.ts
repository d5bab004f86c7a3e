export { createScreens } from "./screens.ts";
