// Search, tabs and copying. Every page is complete without it.
(() => {
  const { root, copy: copyWord, copied: copiedWord } = document.body.dataset;
  const make = (name, fields, ...children) => {
    const element = Object.assign(document.createElement(name), fields);
    element.append(...children);
    return element;
  };

  const TAB_KEY = "documentation-tab";
  // Storage can be forbidden; then the choice holds for the page.
  let chosen = null;
  try {
    chosen = localStorage.getItem(TAB_KEY);
  } catch {
    chosen = null;
  }
  const groups = [...document.querySelectorAll(".tabs")].map((group, number) => {
    const sections = [...group.querySelectorAll("section")];
    const list = make("div", { role: "tablist" });
    const tabs = sections.map((section, index) => {
      const id = `tab-${number}-${index}`;
      const tab = make("button", { type: "button", role: "tab", id }, section.dataset.tab);
      tab.setAttribute("aria-controls", `${id}-panel`);
      Object.assign(section, { role: "tabpanel", id: `${id}-panel` });
      section.setAttribute("aria-labelledby", id);
      list.append(tab);
      return { name: section.dataset.tab, tab, section };
    });
    group.prepend(list);
    group.classList.add("live");
    return tabs;
  });
  const show = (name) => {
    for (const tabs of groups) {
      const active = tabs.find((one) => one.name === name) ?? tabs[0];
      for (const one of tabs) {
        one.section.hidden = one !== active;
        one.tab.setAttribute("aria-selected", String(one === active));
        one.tab.tabIndex = one === active ? 0 : -1;
      }
    }
  };
  for (const tabs of groups) {
    for (const [index, { name, tab }] of tabs.entries()) {
      tab.addEventListener("click", () => {
        const before = tab.getBoundingClientRect().top;
        show(name);
        // Examples above may be longer or shorter now: the one that was tapped stays where it is.
        window.scrollBy(0, tab.getBoundingClientRect().top - before);
        try {
          localStorage.setItem(TAB_KEY, name);
        } catch {
          chosen = name;
        }
      });
      tab.addEventListener("keydown", ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (step === undefined) return;
        const next = tabs[(index + step + tabs.length) % tabs.length].tab;
        next.focus();
        next.click();
      });
    }
  }
  if (groups.length > 0) show(chosen);

  for (const code of navigator.clipboard === undefined ? [] : document.querySelectorAll(".tabs pre code")) {
    const button = make("button", { type: "button", className: "copy" }, copyWord);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = copiedWord;
      setTimeout(() => {
        button.textContent = copyWord;
      }, 2000);
    });
    code.closest("section").querySelector(".file").append(button);
  }

  const form = document.querySelector("form");
  const input = form.querySelector("input");
  const results = form.querySelector("ul");
  form.hidden = false;
  const load = (name) =>
    new Promise((done, failed) => {
      document.head.append(make("script", { src: root + name, onload: done, onerror: failed }));
    });
  let index = null;
  const openIndex = () => {
    index ??= Promise.all([load("minisearch.js"), load(`search-${document.documentElement.lang}.js`)]).then(
      () => {
        const { options, index: stored } = globalThis.cataloguedPages;
        return globalThis.MiniSearch.loadJSON(stored, options);
      },
    );
    // Tried again at the next letter.
    index.catch(() => {
      index = null;
    });
    return index;
  };
  const search = async () => {
    const asked = input.value.trim();
    if (asked.length < 2) {
      results.hidden = true;
      return;
    }
    const found = (await openIndex()).search(asked, {
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: "AND",
      boost: { page: 3, title: 2 },
    });
    if (input.value.trim() !== asked) return;
    const items = found
      .slice(0, 8)
      .map(({ address, title, page }) =>
        make(
          "li",
          {},
          make("a", { href: root + address }, title, ...(title === page ? [] : [make("small", {}, page)])),
        ),
      );
    results.replaceChildren(...(items.length > 0 ? items : [make("li", {}, results.dataset.none)]));
    results.hidden = false;
  };
  input.addEventListener("focus", openIndex, { once: true });
  input.addEventListener("input", search);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    results.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      results.hidden = true;
      input.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [input, ...results.querySelectorAll("a")];
    stops[Math.max(0, Math.min(stops.length - 1, stops.indexOf(document.activeElement) + step))].focus();
  });
  document.addEventListener("click", (event) => {
    if (!form.contains(event.target)) results.hidden = true;
  });
})();
