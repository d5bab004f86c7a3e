// Passkeys, the one thing on these pages that needs a script. A form with data-passkey="log-in", "add", "presence" or
// "join" gets the question from <action>/options, lets the browser answer it, and sends the answer to <action>.
const form = document.querySelector("form[data-passkey]");
// Browsers bind passkeys to a name: at 127.0.0.1 the page shows where those of localhost work.
const isElsewhere = form !== null && new URL(form.dataset.origin).hostname !== location.hostname;
const able =
  form !== null && !isElsewhere && "credentials" in navigator && typeof PublicKeyCredential === "function";

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );
const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
const withIds = (list = []) => list.map((entry) => ({ ...entry, id: toBytes(entry.id) }));

async function send(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const data = await answer.json();
  if (!answer.ok) throw Object.assign(new Error("refused"), { problem: data.problem });
  return data;
}

async function create(options) {
  const { user, challenge, excludeCredentials } = options;
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: toBytes(challenge),
      user: { ...user, id: toBytes(user.id) },
      excludeCredentials: withIds(excludeCredentials),
    },
  });
  const { response } = made;
  return {
    id: made.id,
    rawId: toText(made.rawId),
    type: made.type,
    clientExtensionResults: made.getClientExtensionResults(),
    response: {
      attestationObject: toText(response.attestationObject),
      clientDataJSON: toText(response.clientDataJSON),
      transports: response.getTransports?.() ?? [],
    },
  };
}

async function get(options) {
  const { challenge, allowCredentials } = options;
  const given = await navigator.credentials.get({
    publicKey: { ...options, challenge: toBytes(challenge), allowCredentials: withIds(allowCredentials) },
  });
  const { response } = given;
  return {
    id: given.id,
    rawId: toText(given.rawId),
    type: given.type,
    clientExtensionResults: given.getClientExtensionResults(),
    response: {
      authenticatorData: toText(response.authenticatorData),
      clientDataJSON: toText(response.clientDataJSON),
      signature: toText(response.signature),
      userHandle: response.userHandle === null ? undefined : toText(response.userHandle),
    },
  };
}

if (isElsewhere) {
  const note = document.querySelector("[data-elsewhere]");
  note.querySelector("a").href = form.dataset.origin + location.pathname + location.search;
  note.hidden = false;
}

if (able) {
  const kind = form.dataset.passkey;
  // Who joins types a name once, in the form of the password.
  const name = kind === "join" ? document.getElementById("name") : null;
  const button = form.querySelector("button");
  const problem = form.querySelector("[role=alert]");
  for (const part of document.querySelectorAll("[data-with-script]")) part.hidden = false;
  for (const part of document.querySelectorAll("[data-without-script]")) part.hidden = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const path = new URL(form.action).pathname;
    if (name !== null && !name.reportValidity()) return;
    const fields = Object.fromEntries(new FormData(form));
    if (name !== null) fields.name = name.value;
    button.disabled = true;
    problem.hidden = true;
    try {
      const options = await send(`${path}/options`, fields);
      if (options.to !== undefined) return location.assign(options.to);
      const makes = kind === "add" || kind === "join";
      const response = await (makes ? create(options) : get(options));
      const { to } = await send(path, { ...fields, response });
      location.assign(to);
    } catch (error) {
      // The browser's own errors are in its own words: cancelled, timed out, no passkey here; or no connection.
      const { cancelled, failed } = form.dataset;
      problem.textContent = error instanceof DOMException ? cancelled : (error.problem ?? failed);
      problem.hidden = false;
      button.disabled = false;
    }
  });
}
