/** A row of the table `visit`, and its conversion to the domain object. */
import * as z from 'zod/mini';
import { isCountry } from '../../../shared/countries.ts';
import type { Language } from '../../../shared/languages.ts';
import type { TextState, VisitStatus, WaitingPreference } from '../../../shared/contracts/queue-view.ts';
import type { WaitEstimate } from '../../../shared/queue/rules/estimate/estimate.ts';
import type { TextNumber, Visit } from '../../../shared/queue/state.ts';

const earlierNames = z.array(z.string());

export type VisitRow = {
  id: string;
  service_id: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  /** The number that can get texts; '' if there is none. */
  e164: string;
  e164_country: string | null;
  text_price: number;
  num_guests: number;
  waiting_preference: WaitingPreference;
  note: string;
  /** JSON. */
  earlier_names: string;
  language: Language;
  joined_at: number;
  returned_at: number | null;
  rank: number;
  status: VisitStatus;
  admitted_at: number | null;
  hold_ends_at: number | null;
  hold_expired: number;
  hold_restarted_at: number | null;
  auto_resolved: number;
  called_again_at: number | null;
  ended_at: number | null;
  wait_expired: number;
  served_at: number | null;
  charged: number;
  discarded: number;
  moved: number;
  on_my_way_at: number | null;
  more_time_at: number | null;
  text_status: TextState['status'] | null;
  text_error: NonNullable<TextState['error']> | null;
  text_credits: number;
  calls: number;
  almost_there_told: number;
  walk_in: number;
  page_gone: number;
  promised_minutes: number;
  promised_low: number;
  promised_high: number;
  promised_method: WaitEstimate['method'];
  promised_learned_ms: number;
  revision: number;
};

export function toVisit(row: VisitRow): Visit {
  return {
    id: row.id,
    serviceId: row.service_id,
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    textNumber: textNumberOf(row),
    numGuests: row.num_guests,
    waitingPreference: row.waiting_preference,
    note: row.note,
    earlierNames: row.earlier_names === '[]' ? [] : earlierNames.parse(JSON.parse(row.earlier_names)),
    language: row.language,
    joinedAt: row.joined_at,
    returnedAt: row.returned_at,
    rank: row.rank,
    status: row.status,
    admittedAt: row.admitted_at,
    holdEndsAt: row.hold_ends_at,
    holdExpired: row.hold_expired === 1,
    holdRestartedAt: row.hold_restarted_at,
    autoResolved: row.auto_resolved === 1,
    calledAgainAt: row.called_again_at,
    endedAt: row.ended_at,
    waitExpired: row.wait_expired === 1,
    servedAt: row.served_at,
    charged: row.charged === 1,
    discarded: row.discarded === 1,
    moved: row.moved === 1,
    onMyWayAt: row.on_my_way_at,
    moreTimeAt: row.more_time_at,
    text:
      row.text_status === null
        ? null
        : { status: row.text_status, ...(row.text_error !== null && { error: row.text_error }) },
    textCredits: row.text_credits,
    promise: {
      minutes: row.promised_minutes,
      low: row.promised_low,
      high: row.promised_high,
      method: row.promised_method,
      learnedMs: row.promised_learned_ms,
    },
    summonCount: row.calls,
    almostThereNotified: row.almost_there_told === 1,
    isWalkIn: row.walk_in === 1,
    pageGone: row.page_gone === 1,
    revision: row.revision,
  };
}

function textNumberOf({
  e164,
  e164_country: country,
  text_price: price,
}: Pick<VisitRow, 'e164' | 'e164_country' | 'text_price'>): TextNumber | null {
  if (country === null || !isCountry(country)) return null;
  return { e164, country, ...(price > 1 && { price }) };
}
