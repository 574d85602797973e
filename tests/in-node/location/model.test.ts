/** Random stories of a location's real object. The reference model (`tests/model`) predicts the result of each step. */
import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { initialSettings } from '../../../src/shared/queue/settings.ts';
import { Reference } from '../../model/reference.ts';
import { stories } from '../../model/stories.ts';
import { changeSettings } from '../../worker/support/commands.ts';
import { delivered } from '../../worker/support/deliveries.ts';
import { ObjectQueue } from '../support/object-queue.ts';
import {
  granted,
  historyRows,
  moveClock,
  openLocation,
  stopClock,
} from '../../worker/support/queue-factories.ts';

const terms = { customerCredits: 6, debtMax: 2, smsCredits: 3, trialEndsAt: null };

test(
  'random stories: the object does what the reference foresees, and shows what its rows say',
  { timeout: 120_000 },
  async () => {
    stopClock();
    await fc.assert(
      fc.asyncProperty(stories(40, 'no texts'), fc.boolean(), async (story, undo) => {
        const location = await openLocation({ ...terms, customerCreditsMonth: 10 * terms.debtMax });
        granted(await changeSettings(location(), { undo }));
        const { holdMs, afterHold, capacity } = initialSettings();
        const model = new Reference({
          ...terms,
          undo,
          holdMs,
          afterHold,
          capacity,
          open: true,
          paused: false,
        });
        const real = { queue: new ObjectQueue(location), deliveries: null, before: null };
        await fc.asyncModelRun(() => ({ model, real }), story);
        // After a long time, the history must have the final state of every visit.
        moveClock(holdMs + 31 * 60_000);
        await evictDurableObject(location());
        await runDurableObjectAlarm(location());
        await delivered(location);
        model.alarm(Date.now());
        const { visits } = await real.queue.snapshot();
        const outcomes = new Map(
          [...visits].map(([name, { joinedAt }]) => [joinedAt, model.guest(name).status]),
        );
        for (const { joined_at: joinedAt, outcome, location_id: at } of await historyRows())
          if (at === location().id.toString())
            expect([joinedAt, outcome]).toEqual([joinedAt, outcomes.get(Number(joinedAt))]);
      }),
      // Each run of this test uses new random stories. A failing story is printed with its seed and path, so that it
      // can be repeated.
      { numRuns: 12, endOnFailure: true },
    );
  },
);
