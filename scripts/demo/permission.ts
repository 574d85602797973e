/** Whether a demo business is allowed, and whether it may run by itself. */
import { developmentAdmin } from '../../src/worker/platform/config-variables.ts';
import type { Settings } from '../local/settings.ts';

type Asked = Pick<Settings, 'demo'> & {
  vars: Pick<Settings['vars'], 'APP_ENV' | 'ADMIN_USERNAME' | 'ADMIN_PASSWORD_HASH' | 'SMS_PROVIDER'>;
};

/**
 * The admin of development imports the demo business. Production never gets a demo business, because its password is
 * published.
 */
export function mayHaveDemo({ demo, vars }: Asked): boolean {
  const isUsualAdmin =
    vars.ADMIN_USERNAME === developmentAdmin.username &&
    vars.ADMIN_PASSWORD_HASH === developmentAdmin.passwordHash;
  return demo !== 'off' && vars.APP_ENV === 'development' && isUsualAdmin;
}

/** Its guests' numbers are invented, so texts that leave this machine might reach real people. */
export function mayDemoLive(asked: Asked): boolean {
  return asked.demo === 'on' && mayHaveDemo(asked) && asked.vars.SMS_PROVIDER === 'outbox';
}
