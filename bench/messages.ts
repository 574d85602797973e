/**
 * `npm run bench:messages`: what becomes of texts when their provider fails, in every way and order, and when it is away
 * for long; through the built Worker, against a server that speaks Twilio's API and counts what it took. Exits with 1 when
 * a goal is not met. Takes about eleven minutes.
 */
import { startTwilio } from '../tests/twilio/twilio-server.ts';
import { measureMatrix } from './messages/matrix.ts';
import { measureOutage } from './messages/outage.ts';
import { openShop } from './messages/shop.ts';
import { wholeRun } from './queue/whole-run.ts';

await wholeRun('messages', async ({ start, report }) => {
  const provider = await startTwilio();
  const runtime = await start({ vars: provider.vars });
  report(await measureMatrix(() => openShop(runtime), runtime.origin, provider));
  report(await measureOutage(await openShop(runtime), provider));
  await provider.stop();
});
