/** Whether a demo business is allowed, and whether its guests and staff may act by themselves. */
import { developmentAdmin } from '../../src/worker/platform/config-variables.ts';
import type { Settings } from '../local/settings.ts';

type Asked = Pick<Settings, 'demo'> & {
  vars: Pick<Settings['vars'], 'APP_ENV' | 'ADMIN_USERNAME' | 'ADMIN_PASSWORD_HASH' | 'SMS_PROVIDER'>;
};

/**
 * Whether a demo business is allowed: only with the admin of development, who imports it, and never in production,
 * because the password of the demo business is published.
 */
export function mayHaveDemo({ demo, vars }: Asked): boolean {
  const isUsualAdmin =
    vars.ADMIN_USERNAME === developmentAdmin.username &&
    vars.ADMIN_PASSWORD_HASH === developmentAdmin.passwordHash;
  return demo !== 'off' && vars.APP_ENV === 'development' && isUsualAdmin;
}

/**
 * Whether the demo's guests and staff may act by themselves: only if no text leaves this machine. The guests' numbers
 * are invented, and texts might reach real people.
 */
export function mayDemoLive(asked: Asked): boolean {
  return asked.demo === 'on' && mayHaveDemo(asked) && asked.vars.SMS_PROVIDER === 'outbox';
}
