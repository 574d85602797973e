/** Pages under /dev: the outbox, and the stand-in of the payment provider. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { AppContext } from '../http/context.ts';
import { refuse } from '../http/answers.ts';
import { storedMessages } from './outbox.ts';
import { memberActedAt } from './member-acts.ts';
import { devPage } from './page.ts';
import { paymentPages } from './payment-pages.ts';

const SHOWN = 100;

/** Only the development entry has these routes. If `npm start` runs as production, the routes answer 404. */
export const developmentPages = new Hono<AppContext>()
  .route('/', paymentPages)
  .get('/dev/member-acts', (c) =>
    c.var.config.environment === 'development'
      ? c.json({ memberActedAt: memberActedAt() }, 200)
      : refuse(c, 'not_found'),
  )
  .get('/dev/outbox', async (c) => {
    if (c.var.config.environment !== 'development') return refuse(c, 'not_found');
    const messages = await storedMessages(c.env.DB, SHOWN);
    if (c.req.header('Accept')?.includes('application/json')) return c.json({ messages }, 200);
    return devPage(
      c,
      { title: 'Outbox', refreshSeconds: 5 },
      html`<p>
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
        </ol>`,
    );
  });

/** Returns the body of a message, with its URLs as links. All text is escaped. */
function withLinks(body: string) {
  return body
    .split(/(https?:\/\/\S+)/)
    .map((part, place) => (place % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}
