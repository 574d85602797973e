/**
 * Each fault of a call is tested with each time of a receipt: this file lists the faults with the expected results, and
 * the times.
 */
import type { Fault } from './fake-twilio.ts';

export type FaultRow = {
  name: string;
  /** The results of the first calls, in order. */
  first: Fault[];
  /** The result of all later calls. */
  always: Fault;
  /** The number of texts that the provider is expected to accept. */
  taken: 0 | 1;
  /** The error that staff see if the provider has accepted no text. */
  says?: { status: 'failed'; error: string };
  /** Whether an alarm is logged, because the provider refuses our account. */
  alarms?: true;
};

const refused = { status: 'failed', error: 'refused' } as const;
const expired = { status: 'failed', error: 'expired' } as const;

/** If a temporary fault has different results from a lasting fault, this table has one row for each of the two. */
export const faultRows: FaultRow[] = [
  { name: '201', first: [], always: 'created', taken: 1 },
  row('400/21211', [400, 21211], 0, { status: 'failed', error: 'number_unreachable' }),
  row('400/21610', [400, 21610], 0, { status: 'failed', error: 'opted_out' }),
  row('400/20001', [400, 20001], 0, refused),
  { ...row('401/20003, then well', [401, 20003], 1), alarms: true },
  { name: '401/20003, lasting', first: [], always: [401, 20003], taken: 0, says: expired, alarms: true },
  { ...row('404/20404, then well', [404, 20404], 1), alarms: true },
  { name: '404/20404, lasting', first: [], always: [404, 20404], taken: 0, says: expired, alarms: true },
  { name: '400/21606, lasting', first: [], always: [400, 21606], taken: 0, says: expired, alarms: true },
  row('429/20429, then well', [429, 20429], 1),
  { name: '429/20429, lasting', first: [], always: [429, 20429], taken: 0, says: expired },
  row('500, then well', [500, null], 1),
  {
    name: '500, lasting',
    first: [],
    always: [500, 20500],
    taken: 0,
    says: { status: 'failed', error: 'not_taken' },
  },
  row('503, then well', [503, null], 1),
  row('timed out before it acted', 'timed out before', 1),
  row('timed out after it acted', 'timed out after', 1),
  row('garbage', 'garbage', 1),
  row('slow 30 s', 'slow', 1),
  row('connection refused', 'connection refused', 1),
  {
    name: 'connection refused, lasting',
    first: [],
    always: 'connection refused',
    taken: 0,
    says: { status: 'failed', error: 'not_taken' },
  },
];

/** When a receipt comes: before the answer to the call, after the provider has accepted every text, twice, or never. */
export const receiptTimes = ['first', 'late', 'twice', 'never'] as const;
export type ReceiptTime = (typeof receiptTimes)[number];

function row(name: string, fault: Fault, taken: 0 | 1, says?: FaultRow['says']): FaultRow {
  return { name, first: [fault], always: taken === 0 ? fault : 'created', taken, ...(says && { says }) };
}
