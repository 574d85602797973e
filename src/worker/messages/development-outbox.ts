/** What the outbox providers kept instead of sending it, for the development page. */
import { listDevelopmentMessages, type DevelopmentMessage } from '../db/development-messages.ts';

/** The newest `limit` texts and mails, newest first. */
export function keptMessages(env: Env, limit: number): Promise<DevelopmentMessage[]> {
  return listDevelopmentMessages(env.DB, limit);
}
