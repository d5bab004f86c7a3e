import type { Application } from "./application.ts";

/** The application of the tests. */
export const application: Application = {
  name: "sample",
  folderSetting: "SAMPLE_FOLDER",
  serverSetting: "SAMPLE_SERVER",
};
