import { createContext } from "preact";
import { useContext } from "preact/hooks";

const TitleContext = createContext<(page: string) => void>((page) => {
  document.title = page;
});

/** Sets the tab's title to the page's name; the surface adds merchant and mode. */
export const TitleProvider = TitleContext.Provider;
export const useTitle = (): ((page: string) => void) => useContext(TitleContext);
