/** The typed and chosen values of a walk-in. Pure. */
import type { WaitingPreference } from '../../../../shared/contracts/queue-view.ts';
import type { WalkInRequest } from '../../../../shared/contracts/line.ts';
import { TOLD_WAIT_MAX_MINUTES } from '../../../../shared/limits.ts';

/** The wait that staff tell the guest, in minutes. */
export type ToldWait = NonNullable<WalkInRequest['told']>;

/** The draft is kept until the party is added, even if the panel is closed. */
export type WalkInDraft = {
  typed: string;
  size: number | null;
  way: WaitingPreference | null;
  /** The wait, if staff changed it; otherwise null. */
  told: ToldWait | null;
};

export const emptyDraft: WalkInDraft = { typed: '', size: null, way: null, told: null };

/**
 * The values that staff typed and chose after the draft `sent` was sent. The draft of the next party begins with these
 * values.
 */
export function typedSince(sent: WalkInDraft, now: WalkInDraft): WalkInDraft {
  const typed = now.typed.startsWith(sent.typed) ? now.typed.slice(sent.typed.length) : now.typed;
  const since = {
    typed: typed.trimStart(),
    size: now.size === sent.size ? null : now.size,
    way: now.way === sent.way ? null : now.way,
    told: now.told === sent.told ? null : now.told,
  };
  const isEmpty = since.typed === '' && since.size === null && since.way === null && since.told === null;
  return isEmpty ? emptyDraft : since;
}

/**
 * The wait, changed by `minutes` (negative for a shorter wait). The result is at least zero minutes and at most a day.
 */
export function longerWait({ low, high }: ToldWait, minutes: number): ToldWait {
  const within = (figure: number) => Math.min(Math.max(figure + minutes, 0), TOLD_WAIT_MAX_MINUTES);
  return { low: within(low), high: within(high) };
}
