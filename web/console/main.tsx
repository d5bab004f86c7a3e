import "../ui/styles/index.css";
import { render } from "preact";
import { readBoot } from "../ui/app/boot.ts";
import { FRAME_AREA } from "../ui/app/pages.ts";
import { createAnswers, loadPages, Surface } from "../ui/app/surface.tsx";
import { loadUiTexts } from "../ui/i18n/index.ts";
import { Console } from "./console.tsx";
import { TextsProvider, wordsIn } from "./i18n/index.ts";
import { pages } from "./pages.ts";

const boot = readBoot();
const { locale } = boot.account;
const words = wordsIn(locale);
const [uiTexts] = await Promise.all([loadUiTexts[locale](), words.load([FRAME_AREA])]);
const answers = createAnswers(boot);
const shown = loadPages(pages, import.meta.glob("./pages/**/*.tsx"), words.load);

render(
  <Surface boot={boot} answers={answers} words={uiTexts} root="/console">
    <TextsProvider value={words.texts}>
      <Console permissions={boot.permissions} pages={shown} cell={boot.cell} />
    </TextsProvider>
  </Surface>,
  document.body,
);
