/** Development only: what the outbox providers would have sent. Answers 404 everywhere else. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { product } from '../../shared/product.ts';
import type { AppContext } from '../context.ts';
import { keptMessages } from '../messages/development-outbox.ts';
import { refuse } from './answers.ts';

const SHOWN = 100;

export const dev = new Hono<AppContext>().get('/dev/outbox', async (c) => {
  if (c.var.config.environment !== 'development') return refuse(c, 'not_found');
  const messages = await keptMessages(c.env, SHOWN);
  if (c.req.header('Accept')?.includes('application/json')) return c.json({ messages }, 200);
  const nonce = crypto.randomUUID();
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta http-equiv="refresh" content="5" />
          <title>Outbox · ${product.name}</title>
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
          </style>
        </head>
        <body>
          <h1>Outbox</h1>
          <p>
            Texts and mails that would have been sent. Nothing leaves this machine. The page refreshes itself.
          </p>
          <ol>
            ${messages.length === 0 ? html`<li><p>Nothing yet. Admit a guest who waits anywhere, or ask for a new password.</p></li>` : ''}
            ${messages.map(
              ({ channel, recipient, subject, body, sentAt }) =>
                html`<li>
                  <small>${channel} to ${recipient} · ${new Date(sentAt).toISOString()}</small>
                  ${subject === null ? '' : html`<h2>${subject}</h2>`}
                  <p>${withLinks(body.trim())}</p>
                </li>`,
            )}
          </ol>
        </body>
      </html>`,
  );
});

/** The body with its web addresses as links; everything is escaped. */
function withLinks(body: string) {
  return body
    .split(/(https?:\/\/\S+)/)
    .map((part, place) => (place % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}
