/**
 * `npm run bench:messages`: tests the sending of texts while the provider fails in many ways, and while the provider
 * does not answer for minutes. Uses the built Worker and a fake Twilio server that counts accepted texts. Exits with 1
 * if a goal is missed. Takes about eleven minutes.
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
