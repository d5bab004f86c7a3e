export { createTimelineRoutes } from "./routes.ts";
