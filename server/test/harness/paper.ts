import type { Page } from "playwright-core";

/**
 * What is wrong with the page when a device in the dark prints it, one line each: a ground that is not white, writing or a mark that
 * is too pale on white (browsers leave grounds out), and what only a screen needs. Leaves the page in print and in the dark.
 */
export async function paperFindings(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  return page.evaluate<readonly string[]>(`(() => {
    const channels = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
    const isNone = (colour) => colour === "none" || channels(colour)[3] === 0;
    const light = (colour) => {
      const [red, green, blue] = channels(colour).map((value) =>
        value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const onWhite = (colour) => 1.05 / (light(colour) + 0.05);
    const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".hidden, .skip, noscript");
    const name = (one) => one.tagName.toLowerCase() + "." + (one.getAttribute("class") || "") + " " + one.textContent.trim().slice(0, 40);
    const found = [];
    for (const one of [document.documentElement, document.body]) {
      const ground = getComputedStyle(one).backgroundColor;
      if (!isNone(ground) && light(ground) < 1) found.push("ground: " + name(one) + " " + ground);
    }
    for (const one of document.body.querySelectorAll("*")) {
      if (!isShown(one)) continue;
      if (one.matches("button, .button, nav, .head:has(search), [role=navigation]")) found.push("only for a screen: " + name(one));
      const own = getComputedStyle(one);
      const texts = [];
      if ([...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "") || one.matches("input, select, textarea"))
        texts.push(one instanceof SVGElement ? own.fill : own.color);
      for (const side of ["::before", "::after"]) {
        const { content, color } = getComputedStyle(one, side);
        if (content !== "none" && content !== "normal" && content !== '""') texts.push(color);
      }
      for (const colour of texts) if (onWhite(colour) < 4.5) found.push("pale on paper: " + name(one) + " " + colour);
      if (one.matches(".line:not(.halo), .column, .point, .part, .dots .thick")) {
        const drawn = [own.fill, own.stroke].filter((colour) => !isNone(colour) && !colour.startsWith("url"));
        if (drawn.length > 0 && Math.max(...drawn.map(onWhite)) < 4.5) found.push("pale mark: " + name(one) + " " + drawn.join(" "));
      }
    }
    return found;
  })()`);
}
