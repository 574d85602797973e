/** One step of a random story. It runs on the queue and on the reference model, and compares their states. */
import type * as fc from 'fast-check';
import type { DeliveriesInMemory } from './deliveries-in-memory.ts';
import { checkAll, type Real } from './invariants.ts';
import type { Reference } from './reference.ts';
import { checkViews } from './views.ts';

export type Step = fc.AsyncCommand<Reference, Real>;

/**
 * Chooses the visit of a step. If `fitting` is true, the step is about the n-th visit for which the step is allowed. If
 * `fitting` is false, or if the step is allowed for no visit, the step is about the n-th of all visits.
 */
export type Whom = { n: number; fitting: boolean };

/**
 * Makes a step. The step executes `run`, updates the texts of the reference model, and checks all invariants. `run`
 * returns the ids of the step's visits, and throws if the queue differs from the prediction.
 */
export function step(label: string, run: (reference: Reference, real: Real) => Promise<string[]>): Step {
  return {
    check: () => true,
    run: async (reference, real) => {
      real.before = await real.queue.snapshot();
      const touched = await run(reference, real);
      for (const progress of real.deliveries?.takeProgress() ?? []) reference.follow(progress);
      const after = await real.queue.snapshot();
      await checkAll(reference, real, after);
      const services = Object.values(after.location?.services ?? {});
      const offered = services.flatMap(({ undos }) => undos.map(({ visitId }) => visitId));
      checkViews(after, real.queue.now(), [...touched, ...offered]);
    },
    toString: () => label,
  };
}

/** A step about one visit. The reference model decides for which visits `action` is allowed. */
export function aboutVisit(
  label: string,
  whom: Whom,
  action: string,
  run: (reference: Reference, real: Real, id: string) => Promise<void>,
): Step {
  const fits = (reference: Reference, id: string, now: number) =>
    reference.refusalTo(action, id, now) === null;
  return aboutGuest(label, whom, fits, run);
}

/** A step about one visit. `fits` decides for which visits the step is allowed. */
export function aboutGuest(
  label: string,
  { n, fitting }: Whom,
  fits: (reference: Reference, id: string, now: number) => boolean,
  run: (reference: Reference, real: Real, id: string) => Promise<void>,
): Step {
  return step(`${label} #${n}${fitting ? ' of those it fits' : ''}`, async (reference, real) => {
    const all = [...reference.guests.keys()];
    const fit = fitting ? all.filter((id) => fits(reference, id, real.queue.now())) : [];
    const from = fit.length > 0 ? fit : all;
    const id = from[n % from.length];
    if (id === undefined) return [];
    await run(reference, real, id);
    return [id];
  });
}

/** A step of the provider or the database, which does nothing if no call is pending. */
export function answer(
  label: string,
  isPossible: (deliveries: DeliveriesInMemory) => boolean,
  run: (deliveries: DeliveriesInMemory) => Promise<void>,
): Step {
  return step(label, async (_, { deliveries }) => {
    if (deliveries !== null && isPossible(deliveries)) await run(deliveries);
    return [];
  });
}
