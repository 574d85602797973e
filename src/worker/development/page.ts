/** Layout of development pages. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { product } from '../../shared/product.ts';
import type { AppContext } from '../http/context.ts';

type Words = ReturnType<typeof html>;

/**
 * A page without scripts. The page's forms post to this server. `refreshSeconds`: the number of seconds after which the
 * page reloads itself.
 */
export function devPage(
  c: Context<AppContext>,
  { title, refreshSeconds }: { title: string; refreshSeconds?: number },
  content: Words,
): Response | Promise<Response> {
  const nonce = crypto.randomUUID();
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  );
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          ${refreshSeconds === undefined ? '' : html`<meta http-equiv="refresh" content="${refreshSeconds}" />`}
          <title>${title} · ${product.name}</title>
          <style nonce="${nonce}">
            :root {
              color-scheme: light dark;
              font:
                1.0625rem/1.5 system-ui,
                sans-serif;
              background: light-dark(#faf8f4, #0e191c);
              color: light-dark(#17282c, #eaf1f0);
            }
            body {
              max-width: 44rem;
              margin: 0 auto;
              padding: 2rem 1rem;
            }
            ol {
              list-style: none;
              padding: 0;
              display: grid;
              gap: 0.75rem;
            }
            li {
              padding: 1rem;
              border-radius: 14px;
              background: light-dark(#fff, #152327);
              border: 1px solid light-dark(#ddd8cd, #2a3c41);
            }
            p {
              margin: 0;
              overflow-wrap: anywhere;
              white-space: pre-line;
            }
            h2 {
              margin: 0.25rem 0 0.5rem;
              font-size: 1.25rem;
              line-height: 1.25;
            }
            a {
              color: light-dark(#0b5d66, #7fd0d8);
            }
            small {
              color: light-dark(#4c5b5e, #a8b9bb);
            }
            form {
              display: grid;
              grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr));
              gap: 0.75rem;
              margin-top: 1.5rem;
            }
            button {
              min-height: 3rem;
              padding: 0 1rem;
              border: 1px solid light-dark(#857f72, #718a90);
              border-radius: 10px;
              background: light-dark(#fff, #152327);
              color: inherit;
              font: inherit;
              font-weight: 600;
              cursor: pointer;
            }
            button.first {
              border-color: transparent;
              background: light-dark(#0b5563, #74c9d4);
              color: light-dark(#fff, #04262c);
            }
            dl {
              display: grid;
              grid-template-columns: auto 1fr;
              gap: 0.25rem 1rem;
            }
            dt {
              color: light-dark(#4c5b5e, #a8b9bb);
            }
            dd {
              margin: 0;
              overflow-wrap: anywhere;
            }
          </style>
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            ${content}
          </main>
        </body>
      </html>`,
  );
}
