import "../ui/styles/index.css";
import { render } from "preact";
import { readBoot } from "../ui/app/boot.ts";
import { createAnswers, loadPages, Surface } from "../ui/app/surface.tsx";
import { loadUiTexts } from "../ui/i18n/index.ts";
import { Dashboard } from "./dashboard.tsx";
import { loadTexts, TextsProvider } from "./i18n/index.ts";
import { pages } from "./pages.ts";

const boot = readBoot();
const { locale } = boot.account;
const [uiTexts, words] = await Promise.all([loadUiTexts[locale](), loadTexts[locale]()]);
const answers = createAnswers(boot);
const shown = loadPages(pages, import.meta.glob("./pages/**/*.tsx"));

render(
  <Surface boot={boot} answers={answers} words={uiTexts} root="/dashboard">
    <TextsProvider value={words}>
      <Dashboard merchants={boot.merchants} pages={shown} />
    </TextsProvider>
  </Surface>,
  document.body,
);
