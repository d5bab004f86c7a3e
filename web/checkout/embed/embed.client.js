// Opens the payment page in a window of its own, beside the merchant's page. Served as /embed.js.
// A link with `data-cauris` stays a link: on a phone, without this script or where a window is not allowed, it is followed.
// The two pages share nothing. What became of the payment is asked of the service, and the merchant's page is told by one of
// two events of the link: `cauris:paid` or `cauris:closed`. Both bubble and carry the id of the session, nothing else.
// The session of a payment link with one price is made here, as the button on its page would. Where the payer chooses the
// amount or a quantity that page does it, and no session is known here: `cauris:closed` then says nothing of the payment.
(() => {
  const script = document.currentScript;
  if (!script || window.caurisEmbed) return;
  window.caurisEmbed = true;
  const { origin } = new URL(script.src);
  const WAIT_MS = 20000;
  const RETRY_MS = 5000;
  /** A window that stays empty for longer is led to the link's own page. */
  const BEGIN_MS = 5000;
  const words = {
    fr: [
      "Le paiement continue dans l’autre fenêtre.",
      "Rouvrir la fenêtre",
      "Revenir à la boutique",
      "Ce paiement n’a pas abouti.",
    ],
    en: [
      "The payment continues in the other window.",
      "Open the window again",
      "Back to the shop",
      "This payment was not completed.",
    ],
    pt: [
      "O pagamento continua na outra janela.",
      "Reabrir a janela",
      "Voltar à loja",
      "Este pagamento não foi concluído.",
    ],
  };
  const [continues, again, back, unpaid] =
    words[document.documentElement.lang.slice(0, 2).toLowerCase()] || words.fr;

  /** Null where the browser allows no window. With `noopener` a browser would not say, so the tie is cut by hand. */
  const openWindow = () => {
    const left = screenX + Math.max(0, (outerWidth - 440) / 2);
    const page = open(
      "",
      "",
      `popup,width=440,height=${Math.min(760, outerHeight)},left=${left},top=${screenY}`,
    );
    if (page) page.opener = null;
    return page;
  };

  const read = async (path, options) => {
    const answer = await fetch(`${origin}/api/v1/checkout${path}`, { credentials: "omit", ...options });
    return answer.ok ? (await answer.json()).data : Promise.reject(answer.status);
  };

  /** The page to open, and its session where it is known. A link that takes no payment now says why on its own page. */
  const pageOf = async (link) => {
    const [, id, slug] = /^\/(?:checkout\/(cs_[\w-]+)|pay\/([\w-]+))$/.exec(link.pathname) || [];
    if (!slug) return [link.href, id || null];
    const known = (async () => {
      const { amount, quantityMax } = await read(`/links/${slug}`);
      if (!amount || quantityMax) throw 0;
      const session = await read(`/links/${slug}/sessions`, { method: "POST" });
      return [`${origin}/checkout/${session.id}${link.search}`, session.id];
    })();
    const late = new Promise((resolve) => setTimeout(resolve, BEGIN_MS, [link.href, null]));
    return Promise.race([known.catch(() => [link.href, null]), late]);
  };

  const button = (text, act) => {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = text;
    element.style.cssText = "font:inherit;min-height:44px;padding:0 16px;margin:16px 8px 0 0;cursor:pointer";
    element.onclick = act;
    return element;
  };

  const showSheet = (link, page) => {
    const sheet = document.createElement("dialog");
    const text = document.createElement("p");
    const asking = new AbortController();
    let { href } = link;
    let id = null;
    let outcome = "cauris:closed";
    let isTold = false;
    const tell = () => {
      if (isTold) return;
      isTold = true;
      link.dispatchEvent(new CustomEvent(outcome, { bubbles: true, detail: { sessionId: id } }));
    };
    const reopen = button(again, () => openWindow()?.location.replace(href));
    const leave = button(back, () => sheet.close());
    text.textContent = continues;
    text.id = "cauris-continues";
    text.setAttribute("role", "status");
    text.style.cssText = "margin:0;font-size:1.1em";
    sheet.setAttribute("aria-labelledby", text.id);
    sheet.style.cssText = "max-width:26em;padding:24px;border:0;border-radius:12px";
    sheet.append(text, reopen, leave);
    sheet.onclose = () => {
      asking.abort();
      sheet.remove();
      link.focus();
      tell();
    };
    /** Nothing can be paid any more. The sheet stays, so that the payer reads it. */
    const end = () => {
      text.textContent = unpaid;
      leave.focus();
      reopen.remove();
      tell();
    };
    const ask = async () => {
      let wait = RETRY_MS;
      try {
        const { signal } = asking;
        const { status, retryable, pollAfterMs } = await read(`/pay/${id}/status?waitMs=${WAIT_MS}`, {
          signal,
        });
        if (status === "SUCCEEDED") {
          outcome = "cauris:paid";
          return sheet.close();
        }
        // Held by the service until something changed. Null: nothing will change, unless the payer tries again.
        if (pollAfterMs === null && !retryable) return end();
        wait = pollAfterMs ?? RETRY_MS;
      } catch {
        // No network, or the sheet was closed: only the first is asked again.
      }
      if (!asking.signal.aborted) setTimeout(ask, wait);
    };
    const begin = async () => {
      const [address, session] = await pageOf(link);
      if (!page.closed) page.location.replace(address);
      if (asking.signal.aborted) return;
      href = address;
      id = session;
      if (id) void ask();
    };
    document.body.append(sheet);
    sheet.showModal();
    void begin();
  };

  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-cauris]") : null;
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!link || event.defaultPrevented || !isPlain || link.origin !== origin) return;
    if (!matchMedia("(min-width: 800px) and (hover: hover)").matches) return;
    const page = openWindow();
    if (!page) return;
    event.preventDefault();
    showSheet(link, page);
  });
})();
