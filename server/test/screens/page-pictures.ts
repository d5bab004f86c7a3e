import { picturesOf } from "../harness/pictures.ts";
import type { Visit } from "./walk.ts";

/** One of several, as `payments/:id` is of `payments`. */
const singular = (name: string): string => {
  const one = name.replace(/ies$/, "y").replace(/(?:(?<=ch)e)?s$/, "");
  return one === name ? `${name}-one` : one;
};

/** What the picture of a page is called: `payments/:id` of the dashboard is `payment`, and its first page is `home`. Pure. */
export const pictureName = (path: string): string =>
  path.replace(/([^/]+)\/:\w+/g, (_match, name: string) => singular(name)).replaceAll("/", "-") || "home";

/** For the documents, at the size that the page has; nothing is written unless `PICTURES` names a folder. */
export async function takePagePicture({ page, surface, path }: Visit, isPhone: boolean): Promise<void> {
  await picturesOf(surface)(page, `${pictureName(path)}${isPhone ? "-phone" : ""}`);
}
