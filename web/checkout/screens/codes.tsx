import { qrPath } from "../qr.ts";
import { safeUrl } from "../safe-url.ts";
import type { SessionView } from "../view.ts";
import { Live, ScreenHead } from "./parts.tsx";

/**
 * The code, large, dark on white in both schemes because scanners need it; and the same code as a link and a picture. Where the
 * page is narrow the link comes first: no phone scans its own screen.
 */
export function QrScreen({ view, payload }: { readonly view: SessionView; readonly payload: string }) {
  const { t, amount, session } = view;
  const url = safeUrl(session.actionUrl);
  const code = <QrImage payload={payload} label={t.qr.image(amount, session.merchantName)} />;
  return (
    <>
      <ScreenHead mark="wait" heading={t.qr.heading}>
        <p class="lead">{t.qr.lead(amount)}</p>
      </ScreenHead>
      <div class="codes">
        {url === null && code}
        <div class="help">
          <h2>{t.qr.samePhone}</h2>
          <p class="buttons">
            {url !== null && (
              <a class="button main" href={url} rel="noreferrer">
                {t.qr.open}
              </a>
            )}
            <a class="button" href={`${view.path}/qr.png`} download>
              {t.qr.download}
            </a>
          </p>
        </div>
        {url !== null && code}
      </div>
      <Live view={view} text={t.qr.live} />
      <details>
        <summary>{t.qr.code}</summary>
        <p class="code">{payload}</p>
      </details>
    </>
  );
}

/** A code as a picture in the page: no request, no script. */
export function QrImage({ payload, label }: { readonly payload: string; readonly label: string }) {
  const { size, path } = qrPath(payload);
  return (
    <svg class="qr scan" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} shape-rendering="crispEdges" />
    </svg>
  );
}
