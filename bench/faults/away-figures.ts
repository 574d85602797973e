/** Runs the steps of the fault `away`, checks the stored data after the steps, and returns the measures. */
import * as z from 'zod/mini';
import { newPushKeys } from '../../scripts/local/push-keys.ts';
import { startPushService } from '../../tests/e2e/support/push-service.ts';
import { askAfterwards } from '../crash/ask-afterwards.ts';
import { noFindings, type Findings } from '../crash/findings.ts';
import { readAfterwards } from '../crash/read-afterwards.ts';
import { messagesIn, openShop } from '../crash/shop.ts';
import { liftLimits, pendingBy } from '../crash/state-files.ts';
import { type Measure, snakeCase } from '../queue/measures.ts';
import { startRuntime } from '../queue/runtime.ts';
import { AWAY_HOLD_MS, playAway, type Played } from './away.ts';
import { printFindings } from './figures.ts';
import { until } from './pages.ts';
import { troubledServer } from './troubled-server.ts';

const felt = z.object({ refused: z.int() });

type Message = { recipient: string; body: string };

export async function awayFigures(stateDir: string): Promise<Measure[]> {
  const push = await startPushService();
  const vars = { ...newPushKeys(), PUSH_STAND_IN: push.origin };
  const runtime = await startRuntime(stateDir, { vars, entry: 'faults/troubled-worker.mjs' });
  const nothing = { begin: async () => {}, end: async () => {} };
  const server = troubledServer(async () => runtime, nothing);
  try {
    await server.start();
    const shop = await openShop(server, 'away', { holdMs: AWAY_HOLD_MS, undo: true });
    liftLimits(stateDir);
    const played = await playAway({ server, runtime, shop, push });
    await until(() => pendingBy(stateDir, shop.opened.id).length === 0);
    const findings = noFindings();
    await askAfterwards(server, [shop], played.ledger, findings);
    const messages = await messagesIn(server);
    const { refused: statements } = felt.parse(await runtime.watched('/'));
    await server.stop();
    readAfterwards(stateDir, [{ shop, watch: null }], played.ledger, findings);
    return figuresOf(played, findings, { messages, statements });
  } finally {
    await server.stop();
    await push.stop();
  }
}

function figuresOf(
  played: Played,
  findings: Findings,
  { messages, statements }: { messages: Message[]; statements: number },
): Measure[] {
  const { refused, untold, unpushed, rowsWrong, feedbacks, lastNumber } = played;
  printFindings({ refused, untold, unpushed, rowsWrong, ...findings });
  const count = (name: string, value: number, goal: Measure['goal']): Measure => ({
    name: `away_${name}`,
    value,
    unit: 'count',
    ...(goal && { goal }),
  });
  const none = { is: '=', than: 0 } as const;
  const mails = feedbacks.map((subject) => messages.filter(({ body }) => body.includes(subject)).length);
  const lastTexts = messages.filter(({ recipient }) => recipient === lastNumber).length;
  return [
    count('pages_opened', played.pages, { is: '>=', than: 70 }),
    count('joins', played.ledger.guests.length, { is: '>=', than: 70 }),
    count('owner_taps', played.taps, { is: '>=', than: 90 }),
    // Without refused statements, the run would test nothing.
    count('statements_refused', statements, { is: '>=', than: 100 }),
    count('refused', refused.length, none),
    count('pages_not_told', untold.length, none),
    count('reminders_missing', unpushed.length, none),
    count('rows_without_call_by_name', rowsWrong.length, none),
    count('taps_of_ended_session', played.endedTapsDone, none),
    count('log_outs_refused', played.logOutsRefused, { is: '=', than: 1 }),
    count('late_taps_refused', played.lateTapsRefused, { is: '=', than: 1 }),
    count('texts_after_return', lastTexts, { is: '=', than: 1 }),
    count('mails_lost', mails.filter((sent) => sent === 0).length, none),
    count('mails_doubled', mails.filter((sent) => sent > 1).length, none),
    ...Object.entries(findings).map(([name, found]) => count(snakeCase(name), found.length, none)),
  ];
}
