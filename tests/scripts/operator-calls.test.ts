/** Calls of the operator's commands: when a call is repeated, and the message after a call without an answer. */
import { afterEach, expect, test } from 'vitest';
import { logIn, outcome, posting, TemporaryRefusal, Unanswered } from '../../scripts/operator/admin-calls.ts';
import { OperatorRefusal } from '../../scripts/operator/transfer.ts';
import { refusals } from '../../src/shared/copy/en/refusals.ts';
import { startFakeAdminApi, type FakeAdminApi, type ResponseTo } from '../support/fake-admin-api.ts';

const ERASE = '/admin/person/erase';
const cookie = 'holdline_admin=a-log-in';
let adminApi: FakeAdminApi | undefined;

afterEach(() => adminApi?.close());

type Posted = { answer?: unknown; error?: unknown; calls: number; pausesMs: number[] };

/**
 * Makes one call to a fake admin API that gives these answers. With `shutdownSignal`, the command is stopped at the
 * first pause.
 */
async function post(responseTo: ResponseTo, path = ERASE, shutdownSignal = false): Promise<Posted> {
  adminApi = await startFakeAdminApi(responseTo);
  const ending = new AbortController();
  const pausesMs: number[] = [];
  const around = {
    cookie,
    ended: ending.signal,
    pause: async (ms: number) => {
      pausesMs.push(ms);
      if (shutdownSignal) ending.abort(new Error('it was told to end (SIGINT)'));
    },
  };
  const done = await posting(adminApi.origin, around)(path, { who: 'ada@example.com' }).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  return { ...done, calls: adminApi.calls.filter((call) => call === path).length, pausesMs };
}

const said = ({ error }: Posted) => outcome(error, 'Nothing was erased', 'Please erase again.');

test('an answer that is lost is asked for again, a little later each time', async () => {
  const posted = await post(({ nth }) => (nth < 4 ? 'drop' : { body: { visits: 2 } }));
  expect(posted).toEqual({ answer: { visits: 2 }, calls: 4, pausesMs: [1_000, 2_000, 3_000] });
});

test('an unanswered call may have been done', async () => {
  const posted = await post(() => 'drop');
  expect(posted).toMatchObject({ calls: 5, pausesMs: [1_000, 2_000, 3_000, 4_000] });
  expect(posted.error).toBeInstanceOf(Unanswered);
  expect(said(posted)).toBe(
    'Perhaps it was done, perhaps not: no answer (other side closed). Please erase again.',
  );
});

test('a call that ended with a server error may have been done', async () => {
  const posted = await post(() => ({ status: 500, body: 'Something went wrong.' }));
  expect(posted.calls).toBe(5);
  expect(said(posted)).toBe(
    'Perhaps it was done, perhaps not: no answer (Something went wrong.). Please erase again.',
  );
});

test('the server’s "nothing was changed" counts, unless an earlier answer was lost', async () => {
  const { status, sentence } = refusals.try_again;
  const away = await post(() => ({ status, body: sentence }));
  expect(away.calls).toBe(5);
  expect(said(away)).toBe(`Nothing was erased: ${sentence}`);
  await adminApi?.close();
  const lost = await post(({ nth }) => (nth === 1 ? 'drop' : { status, body: sentence }));
  expect(said(lost)).toBe(`Perhaps it was done, perhaps not: no answer (${sentence}). Please erase again.`);
});

test('a server that is not reached has done nothing, also where it is not tried again', async () => {
  const origin = (adminApi = await startFakeAdminApi(() => ({}))).origin;
  await adminApi.close();
  const ending = new AbortController();
  const pause = async () => ending.abort(new Error('it was told to end (SIGINT)'));
  const around = { cookie, ended: ending.signal, pause };
  const error: unknown = await posting(origin, around)(ERASE, {}).catch((thrown: unknown) => thrown);
  expect(outcome(error, 'Nothing was erased', 'Please erase again.')).toMatch(
    /^Nothing was erased: connect ECONNREFUSED 127\.0\.0\.1:\d+$/,
  );
});

test('a refusal is not repeated, and proves nothing after a lost answer', async () => {
  const no = { status: 404, body: refusals.unknown_business.sentence };
  const refused = await post(() => no);
  expect(refused).toMatchObject({ calls: 1, pausesMs: [] });
  expect(refused.error).toBeInstanceOf(OperatorRefusal);
  expect(said(refused)).toBe('Nothing was erased: That business username does not exist');
  await adminApi?.close();
  const afterLoss = await post(({ nth }) => (nth === 1 ? 'drop' : no));
  expect(afterLoss).toMatchObject({ calls: 2, pausesMs: [1_000] });
  expect(afterLoss.error).toBeInstanceOf(OperatorRefusal);
  expect(said(afterLoss)).toBe(
    'Perhaps it was done, perhaps not: it was refused when tried again (That business username does not exist). Please erase again.',
  );
});

test('a refusal of all calls differs from a refusal of one call', async () => {
  const { sentence } = refusals.too_many_requests;
  const busy = await post(() => ({ status: 429, body: sentence, headers: { 'Retry-After': '1980' } }));
  expect(busy.error).toBeInstanceOf(TemporaryRefusal);
  expect(said(busy)).toBe(`Nothing was erased: ${sentence} (The server takes more in 33 minutes.)`);
  await adminApi?.close();
  const over = await post(() => ({ status: 401, body: refusals.not_logged_in.sentence }));
  expect(over.error).toBeInstanceOf(TemporaryRefusal);
  await adminApi?.close();
  const unable = await post(() => ({ status: 501, body: 'This server keeps no past.' }));
  expect([unable.calls, said(unable)]).toEqual([1, 'Nothing was erased: This server keeps no past.']);
});

test('a restore is tried once: a second try would store the restored state as its undo', async () => {
  expect(await post(() => 'drop', '/admin/restore')).toMatchObject({ calls: 1, pausesMs: [] });
});

test('after a stop signal a command makes no more tries', async () => {
  expect(await post(() => 'drop', ERASE, true)).toMatchObject({ calls: 1, pausesMs: [1_000] });
});

test('a log-in that waits for a passkey takes a code from the admin area instead', async () => {
  const credentials = { username: 'ada', password: 'a lantern by the door' };
  const asked: string[] = [];
  const askCode = async (question: string) => {
    asked.push(question);
    return ' a-log-in\n';
  };
  adminApi = await startFakeAdminApi(() => ({}));
  expect(await logIn(adminApi.origin, credentials, askCode)).toBe(cookie);
  expect(asked).toEqual([]);
  await adminApi.close();
  adminApi = await startFakeAdminApi(() => ({}), { awaits: 'passkey' });
  expect(await logIn(adminApi.origin, credentials, askCode)).toBe(cookie);
  expect(asked).toEqual([`Code for a command, from ${adminApi.origin}/admin: `]);
});
