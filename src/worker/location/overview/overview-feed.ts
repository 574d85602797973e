/**
 * While a page shows the overview of a business (`overview.ts`), sends summaries of a location of this business to the
 * overview, at most one summary a second. The lease is the time until which summaries are sent. The lease is stored,
 * because the object sleeps between two changes.
 */
import type { LocationNews } from '../../../shared/contracts/overview.ts';
import { newsOf, type Calendar } from '../../../shared/queue/project-summary.ts';
import { dayStart, isOpenAt, turnsAfter } from '../../../shared/queue/rules/opening-hours.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { SqliteStorage } from '../store/sqlite-storage.ts';
import { overviewOf } from '../stubs.ts';

/** The pause after each summary. */
const NEWS_EVERY_MS = 1_000;
/** The timeout of a call to the overview's object, and the pause after a call without an answer. */
const TELL_MS = 5_000;
/**
 * This time is added to a lease, so that most openings of a page find a lease that is long enough and cause no write.
 */
const LEASE_MARGIN_MS = 3_600_000;

const late = () => new Error('no answer in time');
const calendar: Calendar = { isOpenAt, turnsAfter, dayStart };

type Parts = {
  /** The business of the location. */
  businessId: () => string;
  lease: Pick<SqliteStorage, 'watchedUntil' | 'watchUntil'>;
  /** The present summary; null if the location no longer exists. */
  news: () => LocationNews | null;
  /** Sends the summary to the overview. `watched`: whether a page still shows this location. */
  tell: (businessId: string, news: LocationNews) => Promise<{ watched: boolean }>;
  pause: (ms: number) => Promise<unknown>;
};

export class OverviewFeed {
  readonly #parts: Parts;
  #isDue = false;
  #isSending = false;
  /**
   * The number of calls of `watch`. With this number, `#send` notices that a newer lease has begun, so that a late
   * answer of the overview does not end the newer lease.
   */
  #watches = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether the lease is running, because a page of the overview shows this location or recently showed it. */
  get isWatched(): boolean {
    return Date.now() < this.#parts.lease.watchedUntil;
  }

  /** Starts or extends the lease, and sends a summary. */
  watch(until: number): Promise<void> {
    const { lease } = this.#parts;
    this.#watches += 1;
    if (lease.watchedUntil < until) lease.watchUntil(until + LEASE_MARGIN_MS);
    return this.changed();
  }

  /**
   * Sends a summary while the lease is running. Resolves when the overview has the newest summary, or at once if a
   * summary is already being sent.
   */
  async changed(): Promise<void> {
    this.#isDue = true;
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#isDue && this.isWatched) await this.#parts.pause(await this.#send());
    } finally {
      this.#isSending = false;
    }
  }

  /** Sends one summary. Returns the pause in milliseconds before the next summary. */
  async #send(): Promise<number> {
    const { lease, news, tell } = this.#parts;
    const businessId = this.#parts.businessId();
    const watches = this.#watches;
    this.#isDue = false;
    const now = news();
    if (now === null) return 0;
    try {
      const { watched } = await withTimeout(tell(businessId, now), TELL_MS, late);
      if (!watched && watches === this.#watches) lease.watchUntil(0);
      return NEWS_EVERY_MS;
    } catch (error) {
      log({ event: 'overview_unavailable', businessId, reason: reasonOf(error) });
      this.#isDue = true;
      return TELL_MS;
    }
  }
}

export function feedOf(env: Env, storage: SqliteStorage): OverviewFeed {
  return new OverviewFeed({
    businessId: () => storage.location()?.profile.businessId ?? '',
    lease: storage,
    news: () => newsOf(storage, calendar, Date.now()),
    tell: (businessId, news) => overviewOf(env, businessId).tellOverview(news),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
}
