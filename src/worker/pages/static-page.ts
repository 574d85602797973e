/**
 * A page of text, a picture and inline styles, without other files. This kind of page shows errors and asks guests
 * questions.
 */
import { html, raw } from 'hono/html';
import { languageFacts, type Language } from '../../shared/languages.ts';
import { product } from '../../shared/product.ts';
import { newNonce } from './page-headers.ts';

/** The colours and shapes of `client/styles/`, copied because the page must work without the build. */
const styles = raw(`
:root{color-scheme:light dark;--ink:light-dark(#17282c,#eaf1f0);--edge:light-dark(#857f72,#718a90);--lamp:light-dark(#f5b83d,#f7c35c);
font:1.0625rem/1.5 system-ui,sans-serif;background:light-dark(#faf8f4,#0e191c);color:var(--ink)}
body{margin:0;min-height:100svh;display:grid;grid-template-rows:auto 1fr}
header{padding:.5rem max(1rem,calc((100vw - 72rem)/2))}
@media (min-width:40rem){header{padding-inline:max(1.5rem,calc((100vw - 72rem)/2))}}
main{display:grid;align-content:center;justify-items:center;gap:1rem;padding:2rem 1rem 6rem;text-align:center}
h1{margin:0;font-size:clamp(1.875rem,1.5rem + 1.6vw,2.5rem);line-height:1.1;letter-spacing:-.02em;text-wrap:balance}
p{margin:0 0 .5rem;max-width:32rem;text-wrap:balance;color:light-dark(#4c5b5e,#a8b9bb)}
main svg{width:min(20rem,80vw);height:auto;margin-bottom:1rem}
[dir=rtl] main svg{transform:scaleX(-1)}
.rail{fill:none;stroke:var(--edge);stroke-width:3;stroke-linecap:round}
.figure{fill:light-dark(#fff,#152327);stroke:var(--ink);stroke-width:2.4;stroke-linejoin:round}
.you{fill:var(--lamp);stroke:light-dark(#17282c,#0e191c)}
.door{fill:light-dark(#f1eee7,#0a1315);stroke:var(--edge);stroke-width:2.4;stroke-linejoin:round}
.lit{fill:var(--lamp)}
a{display:inline-flex;align-items:center;min-height:3rem;border-radius:999px;color:light-dark(#0b5563,#74c9d4);font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid light-dark(#0b5563,#9adbe4);outline-offset:3px}
header a{gap:.5rem;color:inherit;font-size:1.25rem}
.reference{font-size:.8125rem}
p+a{padding:0 1.5rem;background:light-dark(#0b5563,#74c9d4);color:light-dark(#fff,#04262c)}
`);

const body = '<path d="M-11 52c0-10 4-17 11-17s11 7 11 17z"/><circle cy="25" r="8"/>';
const figure = (x: number, kind = '') =>
  `<g class="figure ${kind}" transform="translate(${x} 21.5)">${body}</g>`;

/** Picture: a line of people in front of a door. */
const picture = (isOpen: boolean) =>
  raw(
    '<svg viewBox="0 0 260 84" aria-hidden="true"><path class="rail" d="M8 76H252"/>' +
      `${figure(60)}${figure(106)}${figure(152, 'you')}` +
      `<path class="door${isOpen ? ' lit' : ''}" d="M204 76V36a22 22 0 0 1 44 0v40z"/></svg>`,
  );

const mark = raw(
  '<svg width="32" height="32" viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="16" fill="#0b5563"/>' +
    '<path d="M32 47V27a9 9 0 0 1 18 0v20z" fill="#f5b83d"/><circle cx="20.5" cy="31" r="5" fill="#fff"/>' +
    '<path d="M13.5 45c0-5.5 2.8-8 7-8s7 2.5 7 8z" fill="#fff"/>' +
    '<path d="M12 49.5h40" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>',
);

type Words = {
  language: Language;
  title: string;
  body: string;
  /** The page's links, the most likely choice first. An empty `href` means the requested URL. */
  ways: { label: string; href: string }[];
  /** Whether the door in the picture is open. */
  isOpen?: boolean;
  /** `id`: the request's id, by which the error can be found in the log. `word`: the label of the id. */
  reference?: { word: string; id: string } | undefined;
};

/**
 * The page as a response. The response must not be cached and the page sends no referrer, because the page's URL may
 * contain the code of a visit or a token.
 */
export async function staticResponse(words: Words, status: 200 | 500 | 503): Promise<Response> {
  const nonce = newNonce();
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; img-src 'self'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
  };
  return new Response(await staticPage(words, nonce), { status, headers });
}

/** @param nonce allows the styles and `script` in the page's policy */
export async function staticPage(
  { language, title, body: words, ways, isOpen = false, reference }: Words,
  nonce: string,
  script = '',
): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="${language}" dir="${languageFacts[language].direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${product.name}</title>
        <style nonce="${nonce}">
          ${styles}
        </style>
      </head>
      <body>
        <header><a href="/">${mark}${product.name}</a></header>
        <main>
          ${picture(isOpen)}
          <h1>${title}</h1>
          <p>${words}</p>
          ${ways.map(({ label, href }) => html`<a href="${href}">${label}</a>`)}
          ${reference && html`<p class="reference">${reference.word}: <bdi>${reference.id}</bdi></p>`}
        </main>
        ${raw(script && `<script nonce="${nonce}">${script}</script>`)}
      </body>
    </html>`;
  return String(page);
}
