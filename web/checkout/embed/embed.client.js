// Opens the payment page in a window of its own, beside the merchant's page. Served as /embed.js.
// A link with `data-cauris` stays a link: on a phone, without this script or where a window is not allowed, it is followed.
// The two pages share nothing. What became of the payment is asked of the service, and the merchant's page is told by two
// events of the link: `cauris:paid` and `cauris:closed`. Both bubble and carry the id of the session, nothing else.
(() => {
  const script = document.currentScript;
  if (!script || window.caurisEmbed) return;
  window.caurisEmbed = true;
  const { origin } = new URL(script.src);
  const WAIT_MS = 20000;
  const RETRY_MS = 5000;
  const words = {
    fr: ["Le paiement continue dans l’autre fenêtre.", "Rouvrir la fenêtre", "Revenir à la boutique"],
    en: ["The payment continues in the other window.", "Open the window again", "Back to the shop"],
    pt: ["O pagamento continua na outra janela.", "Reabrir a janela", "Voltar à loja"],
  };
  const [continues, again, back] = words[document.documentElement.lang.slice(0, 2).toLowerCase()] || words.fr;

  /** False where the browser allows no window. With `noopener` a browser would not say, so the tie is cut by hand. */
  const openWindow = (href) => {
    const left = screenX + Math.max(0, (outerWidth - 440) / 2);
    const page = open(
      "",
      "",
      `popup,width=440,height=${Math.min(760, outerHeight)},left=${left},top=${screenY}`,
    );
    if (!page) return false;
    page.opener = null;
    page.location.replace(href);
    return true;
  };

  const button = (text, act) => {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = text;
    element.style.cssText = "font:inherit;min-height:44px;padding:0 16px;margin:16px 8px 0 0;cursor:pointer";
    element.onclick = act;
    return element;
  };

  const showSheet = (link, id) => {
    const sheet = document.createElement("dialog");
    const text = document.createElement("p");
    const asking = new AbortController();
    let isPaid = false;
    text.textContent = continues;
    text.id = "cauris-continues";
    text.style.cssText = "margin:0;font-size:1.1em";
    sheet.setAttribute("aria-labelledby", text.id);
    sheet.style.cssText = "max-width:26em;padding:24px;border:0;border-radius:12px";
    sheet.append(
      text,
      button(again, () => openWindow(link.href)),
      button(back, () => sheet.close()),
    );
    sheet.onclose = () => {
      asking.abort();
      sheet.remove();
      link.focus();
      const name = isPaid ? "cauris:paid" : "cauris:closed";
      link.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { sessionId: id } }));
    };
    const ask = async () => {
      const address = `${origin}/api/v1/checkout/pay/${id}/status?waitMs=${WAIT_MS}`;
      let wait = RETRY_MS;
      try {
        const answer = await fetch(address, { signal: asking.signal, credentials: "omit" });
        const { data } = await answer.json();
        if (answer.ok && data.status === "SUCCEEDED") {
          isPaid = true;
          return sheet.close();
        }
        // Held by the service until something changed; null: nothing will change any more.
        if (answer.ok) wait = data.pollAfterMs;
      } catch {
        // No network, or the sheet was closed: only the first is asked again.
      }
      if (wait !== null && !asking.signal.aborted) setTimeout(ask, wait);
    };
    document.body.append(sheet);
    sheet.showModal();
    if (id) void ask();
  };

  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-cauris]") : null;
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!link || event.defaultPrevented || !isPlain || link.origin !== origin) return;
    if (!matchMedia("(min-width: 800px) and (hover: hover)").matches || !openWindow(link.href)) return;
    event.preventDefault();
    showSheet(link, (/^\/checkout\/(cs_[\w-]+)$/.exec(link.pathname) || [])[1] || null);
  });
})();
