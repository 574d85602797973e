/** Servers on duty: the pace of each server, and the expected number of servers. */
import { expect, test } from 'vitest';
import {
  admitsWithin,
  promiseWait,
  recordAdmission,
  recordServers,
  type PaceModel,
} from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { serversOnDuty, setServers } from '../../../../src/shared/queue/rules/servers.ts';
import { noServers, timeToCall } from '../../../../src/shared/queue/rules/estimate/usual-servers.ts';
import { aLocation, main, NOW } from '../../support/factories.ts';
import { aPace, busyPace, minutes } from '../../support/paces.ts';

const HOUR_MS = minutes(60);
/** NOW is 18:00 UTC, so a new hour begins. */
const hourOfNow = NOW / HOUR_MS;

const wait = (pace: PaceModel, ahead = 1, now = NOW) => promiseWait(pace, ahead, now).learnedMs;

/**
 * A pace with ten minutes between two admits and with `count` servers. `usual`: the usual number of servers by hour of
 * the day.
 */
function withServers(count: number, usual: Record<number, number> = {}): PaceModel {
  return aPace({ servers: { count, hour: hourOfNow, usual } });
}

test('told for the first time, the number changes no estimate; then each server has the same pace', () => {
  const two = recordServers(aPace(), 2, NOW);
  expect(wait(two)).toBe(wait(aPace()));
  const four = recordServers(two, 4, NOW);
  expect(wait(four)).toBe(wait(aPace()) / 2);
  expect([two, four].map((pace) => admitsWithin(pace, minutes(20)))).toEqual([2, 4]);
  expect(wait(recordServers(recordServers(four, 1, NOW), 2, NOW))).toBe(wait(two));
});

test('the pace of the line stays when the number is no longer told', () => {
  const four = recordServers(recordServers(aPace(), 2, NOW), 4, NOW);
  const untold = recordServers(four, null, NOW);
  expect(untold.servers.count).toBe(null);
  expect([wait(untold), wait(recordServers(untold, 1, NOW))]).toEqual([wait(four), wait(four)]);
});

test('a gap with a change of the servers counts the time of each of them', () => {
  const two = recordServers(busyPace(2), 2, NOW);
  const one = recordServers(two, 1, NOW + minutes(5));
  // Two servers work for five minutes, and then one server works for ten minutes. Together they work 20 minutes, which
  // is the work for one party at the known pace.
  expect(wait(recordAdmission(one, null, NOW + minutes(15)))).toBe(minutes(30));
});

test('a server who starts while guests wait calls one sooner, which makes nobody faster', () => {
  const one = recordServers(busyPace(3), 1, NOW);
  const two = recordServers(one, 2, NOW);
  // When the second server starts, the busy time grows by half the time of a party: 0.5 x 5 minutes.
  expect(two.busyMs).toBe(minutes(2.5));
  expect(recordServers(recordServers(aPace(), 1, NOW), 2, NOW).busyMs).toBe(0);
});

test('an hour that is over teaches the usual number of servers, the last days most', () => {
  const told = recordServers(busyPace(2), 3, NOW);
  expect(told.servers).toEqual({ ...noServers, count: 3, hour: hourOfNow });
  const sameHour = recordAdmission(told, null, NOW + minutes(59));
  expect(sameHour.servers).toEqual(told.servers);
  const nextHour = recordServers(sameHour, 1, NOW + minutes(60));
  expect(nextHour.servers).toEqual({ count: 1, hour: hourOfNow + 1, usual: { 18: 3 } });
  const nextDay = recordServers(nextHour, 2, NOW + 24 * HOUR_MS);
  const dayAfter = recordAdmission(nextDay, null, NOW + 25 * HOUR_MS);
  expect(dayAfter.servers.usual).toEqual({ 18: 2.8, 19: 1 });
});

test('a wait beyond the hour counts with the servers who usually come or go then', () => {
  const at = NOW + minutes(50);
  // The work until the guest's turn is 1.5 x 20 = 30 minutes. This is the sum of 10 minutes of one server, 10 minutes
  // for the start of the second server, and 5 minutes of each of the two servers.
  const opening = aPace({
    gap: { sum: minutes(200), weight: 10 },
    servers: { count: 1, hour: hourOfNow, usual: { 18: 1, 19: 2 } },
  });
  expect(wait(opening, 1, at)).toBe(minutes(15));
  // Two servers would need five minutes after the full hour, but one of the two usually leaves at the full hour.
  expect(wait(withServers(2, { 18: 2, 19: 1 }), 1, at)).toBe(minutes(20));
  // One server more than usual works now, so one server more than usual is also expected later.
  expect(wait(withServers(3, { 18: 2, 19: 1 }), 1, at)).toBe(wait(aPace(), 1) + minutes(2.5));
  // At least one server is expected. If the usual number is unknown, the present number is expected.
  expect(wait(withServers(1, { 18: 2, 19: 1 }), 1, at)).toBe(minutes(15));
  expect(wait(withServers(2, { 19: 1 }), 1, at)).toBe(minutes(15));
});

test('a wait of more than a day goes on with the last number', () => {
  const countAt = (at: number) => (at < NOW + 23 * HOUR_MS ? 1 : 2);
  // One server serves 23 parties in 23 hours. The start of the second server is counted as half a served party. After
  // this start, both servers together serve 7 parties in 3.5 hours.
  expect(timeToCall(30.5, HOUR_MS, countAt, NOW)).toBe(26.5 * HOUR_MS);
});

test('a change of the servers is kept by an undo of an admit before it', () => {
  const offer = { visitId: 'v', of: 'admit', until: NOW + 1, rank: 1, charged: false } as const;
  const location = aLocation({ service: { pace: aPace(), undos: [{ ...offer, pace: aPace() }] } });
  const { location: after } = setServers(location, main, { servers: 2, actor: { kind: 'owner' } }, NOW);
  expect(serversOnDuty(after, main)).toBe(2);
  expect(after.version).toBe(1);
  expect(after.services['main']?.undos).toEqual([{ ...offer, pace: null }]);
});
