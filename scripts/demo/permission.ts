/** Decides if a demo business is allowed, and if its guests and staff may act by themselves. */
import { developmentAdmin } from '../../src/worker/platform/config-variables.ts';
import type { Settings } from '../local/settings.ts';

type Asked = Pick<Settings, 'demo'> & {
  vars: Pick<Settings['vars'], 'APP_ENV' | 'ADMIN_USERNAME' | 'ADMIN_PASSWORD_HASH' | 'SMS_PROVIDER'>;
};

/**
 * True if a demo business is allowed. The admin must be the admin of development, because this admin imports the
 * business. Production has no demo business, because the password of the demo business is published.
 */
export function mayHaveDemo({ demo, vars }: Asked): boolean {
  const isUsualAdmin =
    vars.ADMIN_USERNAME === developmentAdmin.username &&
    vars.ADMIN_PASSWORD_HASH === developmentAdmin.passwordHash;
  return demo !== 'off' && vars.APP_ENV === 'development' && isUsualAdmin;
}

/**
 * True if the demo's guests and staff may act by themselves. No text message may leave this machine, because the
 * guests' phone numbers are invented and may belong to real people.
 */
export function mayDemoLive(asked: Asked): boolean {
  return asked.demo === 'on' && mayHaveDemo(asked) && asked.vars.SMS_PROVIDER === 'outbox';
}
