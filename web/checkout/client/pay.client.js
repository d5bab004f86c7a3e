// The payer's page works without this script. With it, the state is updated live, missing fields are shown before the
// form is sent, numbers are grouped while typing, and codes can be copied. It decides nothing.
(() => {
  const $ = (id) => document.getElementById(id);
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  const main = $("main");
  const language = main.dataset.lang;

  // Without a network the browser's own error page would take this one away: the page waits for it.
  const renew = () => {
    if (navigator.onLine) location.reload();
    else addEventListener("online", renew, { once: true });
  };

  // After "back", the browser's cached page would show an old state.
  addEventListener("pageshow", (event) => {
    if (event.persisted) renew();
  });

  // On a computer an address that opens an app is scanned, so the page stays.
  const scan = document.querySelector(".computer");
  const leaves = main.dataset.go && !scan?.offsetParent;
  if (leaves) location.replace(main.dataset.go);

  $("errors")?.focus();

  // Times in the payer's own time zone.
  for (const time of all("time[data-local]")) {
    const date = new Date(time.dateTime);
    const today = time.dataset.local === "short" && date.toDateString() === new Date().toDateString();
    const text = date.toLocaleString(language, {
      timeStyle: "short",
      ...(today ? {} : { dateStyle: "long" }),
    });
    const spoken = /^fr/.test(language) ? text.replace(/(\d):/, "$1\u00a0h\u00a0") : text;
    time.textContent = ((today ? time.dataset.today : time.dataset.later) || "") + spoken;
  }

  // The time that is left, by the service's clock. When it is over the form gives way to what is true then.
  for (const left of all("[data-left]")) {
    const end = Date.now() + Number(left.dataset.left);
    const tick = () => {
      const seconds = Math.max(0, Math.round((end - Date.now()) / 1000));
      const hours = Math.floor(seconds / 3600);
      const minutes = Math.floor(seconds / 60) % 60;
      const time = hours
        ? `${hours} h ${String(minutes).padStart(2, "0")}`
        : minutes
          ? `${minutes} min`
          : `${seconds} s`;
      left.textContent = ` · ${left.dataset.words.replace("{time}", time)}`;
      left.hidden = seconds === 0;
      if (seconds > 0) return;
      clearInterval(timer);
      if (Number(left.dataset.left) > 0) setTimeout(renew, 1000);
    };
    const timer = setInterval(tick, 1000);
    tick();
  }

  // What is said for a while only: then the page is drawn anew.
  for (const passing of all("[data-renew-after]")) setTimeout(renew, passing.dataset.renewAfter);

  for (const later of all("[data-show-after]"))
    setTimeout(() => {
      later.hidden = false;
    }, later.dataset.showAfter);

  // A button that needs the script is hidden without it.
  const offer = (selector, act) => {
    for (const button of all(selector)) {
      button.hidden = false;
      button.onclick = (event) => act(button, event);
    }
  };
  offer("[data-print]", () => print());

  // The phone's own share sheet. Closing it is no failure: the link is still there.
  const sheet = navigator.share;
  if (sheet)
    offer("[data-share]", (link, event) => {
      event.preventDefault();
      navigator.share({ url: link.href }).catch(() => link.focus());
    });

  if (navigator.clipboard)
    offer(sheet ? ".copy" : "[data-copy]", (button) => {
      const { copy, done } = button.dataset;
      const label = button.textContent;
      const say = (words, text) => {
        button.textContent = words;
        $("copied").textContent = text;
      };
      // A path is copied as an address that works elsewhere.
      navigator.clipboard.writeText(/^\//.test(copy) ? location.origin + copy : copy).then(() => {
        say(done, done);
        setTimeout(say, 2000, label, "");
      });
    });

  // The form: missing fields, and a single submission.
  const say = (input, message) => {
    const place = $(`${input.id}-error`);
    place.textContent = message;
    place.hidden = !message;
    if (message) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };
  const digitsOf = (input) => input.value.replace(/[^0-9+]/g, "");
  // With the country's code in front.
  const isWhole = (digits) => /^(\+|00)/.test(digits);
  const sizesOf = (input) => (input.dataset.groups || "").split(" ").map(Number);
  const sum = (sizes) => sizes.reduce((a, b) => a + b);
  const problemOf = (input) => {
    if (input.required && !input.value.trim()) return input.dataset.missing || "";
    const digits = digitsOf(input);
    // Only numbers that are clearly too short: the service decides whether a number is right.
    const short = !isWhole(digits) && digits.length < Math.min(8, sum(sizesOf(input)));
    return (short && input.dataset.short) || "";
  };
  // Without a network the browser's own error page would take this one away: the tap is answered here, below what was tapped.
  const sending = $("sending");
  const tellBelow = (tapped, message = sending.dataset.unsent) => {
    tapped.after(sending);
    sending.textContent = message;
    sending.hidden = false;
    sending.scrollIntoView({ block: "nearest" });
  };
  const stays = (event, tellIt) => {
    sending.hidden = true;
    if (navigator.onLine) return;
    event.preventDefault();
    tellIt();
    return true;
  };
  // Links to another address; not those within the page, nor to a phone or a mail program.
  addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (/^http[^#]*$/.test(link?.href)) stays(event, () => tellBelow(link));
  });
  for (const form of all("form")) {
    const fields = Array.from(form.querySelectorAll("[data-missing]"));
    for (const input of fields) {
      input.addEventListener("blur", () => {
        if (input.value.trim()) say(input, problemOf(input));
      });
      input.addEventListener("input", () => {
        if (input.getAttribute("aria-invalid")) say(input, problemOf(input));
      });
    }
    const buttons = Array.from(form.querySelectorAll("[type=submit]"));
    const labels = buttons.map((button) => button.textContent);
    const { status, state, unsure, busy } = form.dataset;
    let sent = false;
    // The button of the method that is open: a message below the others would be out of sight.
    const answer = (message) =>
      tellBelow(buttons.find((button) => button.offsetParent) || form.lastChild, message);
    const setSent = (value) => {
      sent = value;
      buttons.forEach((button, index) => {
        button.setAttribute("aria-disabled", sent);
        button.textContent = sent ? busy : labels[index];
      });
    };
    // It may have arrived: what is true is read before anything can be sent again.
    const look = async () => {
      try {
        const { data } = await (await fetch(status, { cache: "no-store" })).json();
        if (data.status !== state) return location.reload();
        setSent(false);
        answer();
      } catch {
        setTimeout(look, 3000);
      }
    };
    // Sent from here rather than by the browser: when the network fails, its own error page would take the form away.
    const send = async () => {
      try {
        const response = await fetch(form.action, {
          method: "POST",
          body: new URLSearchParams(new FormData(form)),
          headers: { accept: "application/json" },
        });
        // Something to correct: the browser fetches that page as it would without the script. Nothing has begun.
        if (!response.ok) return form.submit();
        const { to } = await response.json();
        // An entry of its own, as a form that the browser sends has: the way back leads to this page first.
        history.pushState(0, "");
        location.replace(to);
      } catch {
        answer(unsure);
        setTimeout(look, 1000);
      }
    };
    form.addEventListener("submit", (event) => {
      if (sent) return event.preventDefault();
      const wrong = fields.filter((input) => {
        const problem = input.offsetParent ? problemOf(input) : "";
        say(input, problem);
        return problem;
      });
      if (wrong.length) {
        event.preventDefault();
        return wrong[0].focus();
      }
      if (stays(event, answer)) return;
      setSent(true);
      if (!status) return;
      event.preventDefault();
      void send();
    });
  }

  // The paying number: grouped while typing, with the operator that its prefix suggests, until the payer has chosen
  // one.
  const phone = $("phone");
  const operators = all("[name=operator]");
  // The last used operator is preselected, and gives way to the number's prefix.
  let chosen = !document.querySelector("[data-usual]") && operators.some((operator) => operator.checked);
  const propose = (best) => {
    for (const operator of operators) operator.toggleAttribute("data-proposed", operator === best);
    $("guess").textContent = best ? best.dataset.guess : "";
  };
  for (const operator of operators)
    operator.addEventListener("change", () => {
      chosen = true;
      propose(null);
    });
  if (phone) {
    const national = () => {
      const { dial, zero } = phone.dataset;
      return digitsOf(phone)
        .replace(new RegExp(`^(00|\\+)${dial}`), "")
        .replace(zero ? /^0/ : "", "");
    };
    const guess = () => {
      let best = null;
      let length = 0;
      for (const operator of operators) {
        for (const prefix of operator.dataset.prefixes.split(" ")) {
          if (prefix.length > length && national().startsWith(prefix) && !operator.disabled) {
            best = operator;
            length = prefix.length;
          }
        }
      }
      // At least two digits: one digit suggests nothing.
      if (chosen || national().length < 2) return;
      for (const operator of operators) operator.checked = operator === best;
      propose(best);
    };
    const group = () => {
      // Only while typing at the end: a moving caret would be worse than a missing space.
      if (phone.selectionStart !== phone.value.length || !phone.dataset.groups) return;
      const digits = digitsOf(phone);
      const { dial, zero } = phone.dataset;
      const plus = digits.startsWith(`+${dial}`);
      if (!plus && isWhole(digits)) return;
      const sizes = sizesOf(phone);
      // The zero that some people write before the number belongs to its first group.
      if (zero && digits.startsWith(zero)) sizes[0]++;
      const dialled = plus || (digits.length > sum(sizes) && digits.startsWith(dial));
      let rest = dialled ? digits.replace("+", "").slice(dial.length) : digits;
      const parts = dialled ? [`+${dial}`] : [];
      for (const size of sizes) {
        if (rest) parts.push(rest.slice(0, size));
        rest = rest.slice(size);
      }
      phone.value = parts.join(" ") + rest;
    };
    phone.addEventListener("input", (event) => {
      if (event.inputType !== "deleteContentBackward") group();
      guess();
    });
    // A number in the old form gets its new prefix visibly.
    phone.addEventListener("change", () => {
      if (phone.dataset.old && /^[2-9]\d{7}$/.test(national())) {
        phone.value = phone.dataset.old + national();
        phone.setSelectionRange(99, 99);
        group();
        guess();
      }
    });
    if (phone.value) guess();
  }

  // The state, live: the service holds each request until something changes. Any change reloads the page.
  const { watch, state, every } = main.dataset;
  if (!watch || leaves) return;
  const live = $("live");
  const started = Date.now();
  // From 1; absent before the first answer.
  let version;
  let failures = 0;
  let timer;
  let asking;
  const tell = (words) => {
    if (live.textContent !== words) live.textContent = words;
  };
  const later = (delayMs) => {
    clearTimeout(timer);
    timer = setTimeout(ask, delayMs);
  };
  const ask = async () => {
    if (asking) return;
    asking = true;
    let pause = 0;
    const controller = new AbortController();
    const limit = setTimeout(() => controller.abort(), 35000);
    try {
      // The first request is answered at once: something may have changed since the page was rendered.
      const response = await fetch(!version || every ? watch : `${watch}?waitMs=25000`, {
        signal: controller.signal,
        cache: "no-store",
      });
      if (!response.ok) {
        pause = Number(response.headers.get("retry-after")) * 1000;
        throw new Error("not now");
      }
      const { data } = await response.json();
      const changed = version && data.version !== version;
      if (changed || `${data.status} ${data.nextStep || ""}` !== state)
        return location.replace(
          location.pathname + location.search.replace(/([?&])(go|already|left)=1/, "$1"),
        );
      version = data.version;
      failures = 0;
      if (live) tell(Date.now() - started > 60000 && !every ? live.dataset.slow : live.dataset.text);
      later((every || 1) * 1000);
    } catch {
      failures++;
      if (live && failures > 1 && !pause) tell(live.dataset.offline);
      later(Math.max(pause, Math.min(30000, 1000 * 2 ** failures)));
    } finally {
      clearTimeout(limit);
      asking = false;
    }
  };
  // A phone that was locked or offline polls as soon as it is back.
  const wake = () => {
    if (!document.hidden) later(0);
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  void ask();
})();
