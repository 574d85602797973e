/** The development outbox: keeps mails in D1, to be read at /dev/outbox, instead of sending them. Their text only. */
import { keepDevelopmentMessage } from '../../db/development-messages.ts';
import type { EmailProvider } from '../email-provider.ts';

export function emailOutbox(db: D1Database, now: () => number): EmailProvider {
  return {
    isRepeatable: true,
    async send({ id, to, subject, text }) {
      await keepDevelopmentMessage(db, {
        id,
        channel: 'email',
        recipient: to,
        subject,
        body: text,
        sentAt: now(),
      });
      return { outcome: 'sent', providerId: id };
    },
  };
}
