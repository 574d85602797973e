/** Makes a business file for `npm run import` (docs/backups.md) with the demo business and its past. Pure. */
import {
  FILE_FORMAT,
  FILE_VERSION,
  type AccountPart,
  type TransferredTable,
  type DataPart,
  type FileHead,
} from '../../src/shared/contracts/business-file.ts';
import { ENDED_VISITS_SHOWN_MS, TRIAL_DAYS } from '../../src/shared/limits.ts';
import { plans } from '../../src/shared/plans.ts';
import type { TextRecord } from '../../src/shared/queue/decision.ts';
import { actorInWord, isOfVisit, type VisitEvent } from '../../src/shared/queue/events.ts';
import { joinSettings } from '../../src/shared/queue/settings.ts';
import { MAIN_SERVICE, serviceOf, type Location, type Visit } from '../../src/shared/queue/state.ts';
import { calendarDay } from '../../src/shared/time/day-figures.ts';
import { migrations } from '../../src/worker/location/store/migrations.ts';
import type { VisitRow } from '../../src/worker/location/store/visit-row.ts';
import { DEMO_TIME_ZONE, demoLocations, demoOwner, demoPasswordHash } from './demo-business.ts';
import { fiveWeeksOf, PAST_MS } from './five-weeks.ts';

/**
 * The number of the newest step of the schema of a location's Durable Object (`store/migrations.ts`). The rows of the
 * file have the columns that exist after this step.
 */
const STEP = migrations.length;
/** Number of rows in a part, chosen so that a part is smaller than `PART_BYTES`. */
const rowsAPart = { visit: 74, history: 80, event: 350, text: 240, consent: 50, delivery: 50, location: 1 };

type Row = Record<string, Extract<DataPart, { kind: 'rows' }>['rows'][number][number]>;

/**
 * The lines of the file, with the state at `now` (epoch milliseconds). `tokenKey`: returns 32 random bytes as
 * hexadecimal digits; called once for each location.
 */
export function* demoFile(now: number, tokenKey: () => string): Generator<string> {
  const parts = demoLocations.flatMap((place, index) => {
    const { location, visits, events, texts } = fiveWeeksOf(place, now, index === 0);
    const id = fileIdOf(index);
    // The file has only the log entries that the product still reads, because each part makes the import longer.
    const recent = events.filter(isOfVisit).filter(({ at }) => at >= now - ENDED_VISITS_SHOWN_MS);
    const today = texts.filter(({ sentOn }) => sentOn === calendarDay(now, DEMO_TIME_ZONE));
    return [
      ...tableParts(id, 'event', recent.map(eventRow)),
      ...tableParts(id, 'text', today.map(textRow)),
      ...tableParts(id, 'visit', visits.map(visitRow)),
      ...tableParts(id, 'location', [locationRow(location, tokenKey())]),
      ...historyParts(id, visits),
    ];
  });
  yield '[';
  yield `${JSON.stringify(headOf(now))},`;
  yield JSON.stringify(accountOf(now)) + (parts.length > 0 ? ',' : '');
  for (const [index, part] of parts.entries())
    yield JSON.stringify(part) + (index < parts.length - 1 ? ',' : '');
  yield ']';
}

/** A location's id in the file; the import replaces this id. */
function fileIdOf(index: number): string {
  return String(index + 1).padStart(64, '0');
}

function headOf(now: number): FileHead {
  const exportedAt = new Date(now).toISOString();
  return {
    kind: 'head',
    format: FILE_FORMAT,
    version: FILE_VERSION,
    exportedAt,
    origin: 'demo',
    sealing: null,
  };
}

/** The account has the plan Professional and a confirmed mail address. The plan is paid after the import. */
function accountOf(now: number): AccountPart {
  const { name, username, email, phone } = demoOwner;
  const createdAt = now - PAST_MS;
  const { maxLocations, customerCredits, smsCredits } = plans.Professional;
  return {
    kind: 'account',
    user: { email, phone, passwordHash: demoPasswordHash, emailVerifiedAt: createdAt, createdAt },
    business: {
      name,
      username,
      plan: 'Professional',
      trial: false,
      trialDurationDays: TRIAL_DAYS,
      maxLocations,
      baseCustomerCredits: customerCredits,
      baseSmsCredits: smsCredits,
      subscriptionStatus: null,
      creditsEndAt: null,
      billingRevision: 0,
      createdAt,
    },
    secondStep: null,
    recoveryCodes: [],
    trialReminders: [],
    locations: demoLocations.map(({ address }, index) => ({
      id: fileIdOf(index),
      slot: index + 1,
      generation: 1,
      address,
      timezone: DEMO_TIME_ZONE,
      createdAt,
      removedAt: null,
      customerCreditsLeft: null,
      customerDebtLeft: 0,
      smsCreditsLeft: null,
      guestsLeft: null,
    })),
    payments: null,
    customer: null,
    subscriptions: [],
    grants: [],
  };
}

function tableParts(location: string, table: TransferredTable, rows: Row[]): DataPart[] {
  const columns = Object.keys(rows[0] ?? {});
  return pieces(rows, rowsAPart[table]).map((some) => ({
    kind: 'rows',
    location,
    step: STEP,
    table,
    columns,
    rows: some.map((row) => columns.map((column) => row[column] ?? null)),
  }));
}

/** The outcomes of ended visits, for the charts. */
function historyParts(location: string, visits: Visit[]): DataPart[] {
  const rows = visits
    .filter(({ status }) => status !== 'waiting')
    .map((visit) => ({
      visitId: visit.id,
      revision: visit.revision,
      outcome: visit.status,
      numGuests: visit.numGuests,
      waitingPreference: visit.waitingPreference,
      joinedAt: visit.joinedAt,
      admittedAt: visit.admittedAt,
      endedAt: visit.endedAt ?? visit.admittedAt ?? visit.joinedAt,
      promisedMinutes: visit.promise.minutes,
      promisedLow: visit.promise.low,
      promisedHigh: visit.promise.high,
      moved: visit.moved,
      timezone: DEMO_TIME_ZONE,
    }));
  return pieces(rows, rowsAPart.history).map((some) => ({ kind: 'history', location, rows: some }));
}

function pieces<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}

function eventRow(event: VisitEvent, index: number): Row {
  const { visitId, kind, at, position, fromPosition = null, actor, reason } = event;
  return {
    n: index + 1,
    visit_id: visitId,
    kind,
    at,
    position,
    actor: actorInWord(actor),
    reason,
    servers: null,
    from_position: fromPosition,
    settings: null,
  };
}

function textRow({ visitId, providerId, sentOn, ...text }: TextRecord): Row {
  return { ...text, visit_id: visitId, provider_id: providerId, sent_on: sentOn };
}

/** No guest has the token of a past visit, so the row has no real hash. */
export function visitRow(visit: Visit): VisitRow & Row {
  return {
    id: visit.id,
    service_id: visit.serviceId,
    token_hash: visit.id,
    request_hash: '',
    sender_hash: null,
    sender_56: null,
    sender_48: null,
    first_name: visit.firstName,
    last_name: visit.lastName,
    phone_number: visit.phoneNumber,
    e164: visit.textNumber?.e164 ?? '',
    e164_country: visit.textNumber?.country ?? null,
    text_price: visit.textNumber?.price ?? 1,
    num_guests: visit.numGuests,
    waiting_preference: visit.waitingPreference,
    note: visit.note,
    earlier_names: JSON.stringify(visit.earlierNames),
    language: visit.language,
    joined_at: visit.joinedAt,
    returned_at: visit.returnedAt,
    rank: visit.rank,
    status: visit.status,
    admitted_at: visit.admittedAt,
    hold_ends_at: visit.holdEndsAt,
    hold_expired: Number(visit.holdExpired),
    hold_restarted_at: visit.holdRestartedAt,
    auto_resolved: Number(visit.autoResolved),
    called_again_at: visit.calledAgainAt,
    ended_at: visit.endedAt,
    wait_expired: Number(visit.waitExpired),
    served_at: visit.servedAt,
    charged: Number(visit.charged),
    discarded: Number(visit.discarded),
    moved: Number(visit.moved),
    on_my_way_at: visit.onMyWayAt,
    more_time_at: visit.moreTimeAt,
    text_status: visit.text?.status ?? null,
    text_error: visit.text?.error ?? null,
    text_credits: visit.textCredits,
    calls: visit.summonCount,
    almost_there_told: Number(visit.almostThereNotified),
    walk_in: Number(visit.isWalkIn),
    page_gone: Number(visit.pageGone),
    promised_minutes: visit.promise.minutes,
    promised_low: visit.promise.low,
    promised_high: visit.promise.high,
    promised_method: visit.promise.method,
    promised_learned_ms: visit.promise.learnedMs,
    revision: visit.revision,
  };
}

function locationRow(location: Location, tokenKey: string): Row {
  const { profile, credits, lastJoinedAt, version } = location;
  const service = serviceOf(location, { serviceId: MAIN_SERVICE });
  return {
    only_row: 1,
    token_key: tokenKey,
    business_id: profile.businessId,
    business_name: profile.businessName,
    username: profile.username,
    address: profile.address,
    settings: JSON.stringify(joinSettings(location.settings, service.settings)),
    customer_credits: credits.customerCredits,
    customer_debt: credits.customerDebt,
    customer_credits_month: credits.customerCreditsMonth,
    sms_credits: credits.smsCredits,
    credits_end_at: null,
    credits_revision: 0,
    billing_revision: 0,
    guests_left: null,
    closed_at: null,
    directory_revision: 0,
    watched_until: 0,
    almost_there: null,
    last_joined_at: lastJoinedAt,
    last_rank: service.lastRank,
    version,
    home_country: profile.homeCountry,
    pace: JSON.stringify(service.pace),
    undo: null,
    on_duty: null,
    texts_held: null,
    texts_stopped: null,
    database_away_since: null,
  };
}
