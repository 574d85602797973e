/**
 * Stand-ins for the providers of texts and mails. Only the development entry binds stand-ins; a deployment has none.
 */
import type { EmailProvider } from './mail/email-provider.ts';
import type { TextProvider } from './text/text-provider.ts';

export type StandIns = {
  texts(db: D1Database): TextProvider;
  mails(db: D1Database): EmailProvider;
  /**
   * Deletes stored texts and mails that were sent to one of these addresses or numbers, or that contain such an address
   * or number. Returns the number of deleted messages.
   */
  deleteMessages(db: D1Database, whoever: string[]): Promise<number>;
};

/** The bindings, with stand-ins in the development entry. */
export type MayHaveStandIns = Env & { STAND_INS?: StandIns };

/** Throws if there are no stand-ins. `config.ts` has checked that the configured providers may use the stand-ins. */
export function standInsOf({ STAND_INS }: MayHaveStandIns): StandIns {
  if (STAND_INS === undefined) throw new Error('This build has no stand-ins');
  return STAND_INS;
}
