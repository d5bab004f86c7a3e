import { createScreens } from "../../../web/frame/index.ts";
import { compressAnswer } from "../http/compress.ts";
import type { Module } from "../modules/module.ts";
import type { Platform } from "./platform.ts";
import { guardPageWith } from "./web.ts";

/** The dashboard and the console. */
export function createScreensEntry(platform: Platform): Module {
  return { plugins: [guardPageWith(platform)(createScreens(compressAnswer, platform))] };
}
