/** The development outbox: keeps texts in D1, to be read at /dev/outbox, instead of sending them. */
import { hasDevelopmentMessage, keepDevelopmentMessage } from '../../db/development-messages.ts';
import type { TextProvider } from '../text-provider.ts';

export function smsOutbox(db: D1Database, now: () => number): TextProvider {
  return {
    async send({ id, to, body }) {
      await keepDevelopmentMessage(db, {
        id,
        channel: 'sms',
        recipient: to,
        subject: null,
        body,
        sentAt: now(),
      });
      return { outcome: 'sent', providerId: id };
    },
    async find({ id }) {
      const isThere = await hasDevelopmentMessage(db, id);
      return isThere ? { outcome: 'sent', providerId: id } : { outcome: 'absent' };
    },
  };
}
