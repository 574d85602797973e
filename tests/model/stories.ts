/** Random stories of a location, with the kinds of steps and their frequencies. */
import type { SettingsChange } from '../../src/shared/queue/settings.ts';
import * as fc from 'fast-check';
import { alwaysOpen, neverOpen } from '../pure/support/factories.ts';
import type { ProviderState } from '../../src/shared/text/text-states.ts';
import type { AskAnswer, HistoryAnswer, TextAnswer } from './deliveries-in-memory.ts';
import { repeatMoreTime, sayOnMyWay, takeMoreTime } from './reply-steps.ts';
import type { Step } from './step.ts';
import { act, addWalkIn, cannotCome, changePreference, join, leave, type Choice } from './visit-steps.ts';
import {
  alarm,
  answerAsk,
  answerHistory,
  answerText,
  changeSettings,
  close,
  crash,
  grant,
  receipt,
  repeatHistory,
  squeeze,
  wait,
} from './world-steps.ts';
import type { StaffActionName } from '../../src/shared/queue/rules/staff-actions.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/**
 * A story of at most `length` steps. With 'no texts', no phone number in the story can get a text. The real object
 * needs this choice, because it has no text provider in a story.
 */
export function stories(
  length: number,
  about: 'everything' | 'no texts' = 'everything',
): fc.Arbitrary<Iterable<Step>> {
  const whom = fc.record({ n: fc.nat(30), fitting: fc.nat(4).map((n) => n > 0) });
  const number = '+62 812 3456 7890';
  const phone =
    about === 'everything'
      ? fc.constantFrom(number, number, number, number, '', 'ask at the bar')
      : fc.constantFrom('', 'ask at the bar');
  const otherNumber = about === 'everything' ? '+62 813 3456 7890' : 'by the door';
  const edits = fc.record(
    {
      firstName: fc.constantFrom('Maya', 'Mara', 'Mina'),
      numGuests: fc.constantFrom(2, 5),
      note: fc.constantFrom('', 'High chair\nBirthday'),
      phoneNumber: fc.oneof(phone, fc.constant(otherNumber), fc.constant(otherNumber)),
      waitingPreference: fc.constantFrom<Choice['waitingPreference']>('wait_anywhere', 'on_premises'),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  const choice = fc.record({
    waitingPreference: fc.constantFrom<Choice['waitingPreference']>(
      'wait_anywhere',
      'wait_anywhere',
      'on_premises',
    ),
    phoneNumber: phone,
    language: fc.constantFrom<Choice['language']>('en', 'en', 'es'),
  });
  const simple = (kind: StaffActionName) => whom.map((who) => act(who, { kind }));
  const joins = choice.map(join);
  const moves = fc.tuple(whom, fc.integer({ min: 1, max: 12 }));
  const text = fc.tuple(
    fc.nat(9),
    fc.constantFrom<TextAnswer>(
      'sent',
      'sent',
      'refused',
      'unknown',
      'later',
      'stopped',
      'taken, answer lost',
      'not taken, answer lost',
    ),
  );
  const ask = fc.tuple(
    fc.nat(9),
    fc.constantFrom<AskAnswer>('truth', 'truth', 'truth', 'later', 'stopped', 'no answer'),
  );
  const told = fc.tuple(
    fc.nat(9),
    fc.constantFrom<ProviderState>('sent', 'delivered', 'undelivered', 'failed'),
  );
  const history = fc.constantFrom<HistoryAnswer>('written', 'written', 'written, answer lost', 'not written');
  const database = fc.constantFrom<HistoryAnswer | null>(
    'written',
    'written',
    'written',
    'not written',
    null,
  );
  const likely = (often: number, steps: fc.Arbitrary<Step>) => Array.from({ length: often }, () => steps);
  return fc.commands(
    [
      ...likely(6, joins),
      ...likely(2, choice.map(addWalkIn)),
      ...likely(6, simple('admit')),
      ...likely(3, simple('call-again')),
      ...likely(4, simple('undo')),
      ...likely(2, simple('recall')),
      ...likely(2, simple('put-back')),
      ...likely(2, simple('remove')),
      ...likely(2, simple('arrived')),
      simple('no-show'),
      simple('skip'),
      ...likely(
        3,
        moves.map(([who, position]) => act(who, { kind: 'move', position })),
      ),
      ...likely(
        4,
        fc.tuple(whom, edits).map(([who, change]) => act(who, { kind: 'edit', change })),
      ),
      whom.map(leave),
      whom.map(cannotCome),
      fc.tuple(fc.constantFrom(1, 2, 9), fc.constantFrom(2, 9)).map(([n, texts]) => grant(n, texts)),
      ...likely(2, whom.map(sayOnMyWay)),
      ...likely(
        4,
        fc.tuple(whom, fc.constantFrom(0, 0, 1, -1)).map(([who, off]) => takeMoreTime(who, off)),
      ),
      whom.map(repeatMoreTime),
      ...likely(
        2,
        fc.tuple(whom, choice).map(([who, chosen]) => changePreference(who, chosen)),
      ),
      settings().map(changeSettings),
      ...likely(6, waits().map(wait)),
      ...likely(9, database.map(alarm)),
      ...likely(
        8,
        text.map(([index, how]) => answerText(index, how)),
      ),
      ...likely(
        4,
        ask.map(([index, how]) => answerAsk(index, how)),
      ),
      ...likely(
        2,
        told.map(([index, word]) => receipt(index, word)),
      ),
      ...likely(3, history.map(answerHistory)),
      fc.nat(99).map(repeatHistory),
      fc.boolean().map(crash),
      fc.constant(squeeze()),
      // Closing is rare, because few steps have an effect on a closed location.
      fc.nat(20).map((n) => (n === 0 ? close() : alarm('written'))),
    ],
    { maxCommands: length, size: 'max' },
  );
}

function settings(): fc.Arbitrary<SettingsChange> {
  const change = fc.record(
    {
      holdMs: fc.constantFrom(60_000, 300_000),
      afterHold: fc.constantFrom<'served' | 'no_show'>('served', 'no_show'),
      undo: fc.boolean(),
      capacity: fc.constantFrom(null, null, 3, 6),
      hours: fc.constantFrom(null, alwaysOpen, neverOpen),
      paused: fc.boolean(),
    },
    // A JavaScript object without a prototype cannot be an argument of a call to the location's object.
    { requiredKeys: [], noNullPrototype: true },
  );
  // Most changes end a pause or open the location, so that the story goes on.
  const asUsual = fc.boolean().map((undo) => ({ paused: false, hours: null, capacity: null, undo }));
  return fc.oneof(change, asUsual, asUsual);
}

function waits(): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(1, 5 * SECOND_MS, 10 * SECOND_MS, MINUTE_MS) },
    { weight: 2, arbitrary: fc.constantFrom(5 * MINUTE_MS, 30 * MINUTE_MS) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 120 * MINUTE_MS }) },
    // This is the longest wait, after which a guest is removed.
    { weight: 1, arbitrary: fc.constant(24 * 60 * MINUTE_MS) },
  );
}
