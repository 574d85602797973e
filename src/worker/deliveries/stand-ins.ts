/** Stand-ins of the carriers of texts and mails, on one machine. The development entry adds them to the bindings; a deployment has none. */
import type { EmailProvider } from './mail/email-provider.ts';
import type { TextProvider } from './text/text-provider.ts';

export type StandIns = {
  texts(db: D1Database): TextProvider;
  mails(db: D1Database): EmailProvider;
  /** Deletes the texts and mails that were kept for these addresses and numbers, or name one of them; answers how many. */
  deleteMessages(db: D1Database, whoever: string[]): Promise<number>;
};

/** The bindings, with the stand-ins where the entry is development's. */
export type MayHaveStandIns = Env & { STAND_INS?: StandIns };

/** Throws where there are none: `config.ts` has looked before whether a provider that needs them may be chosen. */
export function standInsOf({ STAND_INS }: MayHaveStandIns): StandIns {
  if (STAND_INS === undefined) throw new Error('This build has no stand-ins');
  return STAND_INS;
}
