import { expect, test } from 'vitest';
import { mayDemoLive, mayHaveDemo } from '../../../scripts/demo/permission.ts';
import { developmentVars } from '../../../scripts/local/settings.ts';

const usual = developmentVars(8787);

test.each([
  ['nothing set', {}, 'on', { has: true, lives: true }],
  ['DEMO=quiet', {}, 'quiet', { has: true, lives: false }],
  ['DEMO=off', {}, 'off', { has: false, lives: false }],
  ['production, as its password is published', { APP_ENV: 'production' }, 'on', { has: false, lives: false }],
  ['another admin', { ADMIN_USERNAME: 'grace' }, 'on', { has: false, lives: false }],
  ["another admin's password", { ADMIN_PASSWORD_HASH: '' }, 'on', { has: false, lives: false }],
  ['texts that leave this machine', { SMS_PROVIDER: 'twilio' }, 'on', { has: true, lives: false }],
] as const)('with %s', (_what, vars, demo, { has, lives }) => {
  const asked = { demo, vars: { ...usual, ...vars } };
  expect([mayHaveDemo(asked), mayDemoLive(asked)]).toEqual([has, lives]);
});
