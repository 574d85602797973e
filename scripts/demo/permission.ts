/** Where there may be a demo business, and where it may be alive. */
import { developmentAdmin } from '../../src/worker/platform/config-variables.ts';
import type { Settings } from '../local/settings.ts';

type Asked = Pick<Settings, 'demo'> & {
  vars: Pick<Settings['vars'], 'APP_ENV' | 'ADMIN_USERNAME' | 'ADMIN_PASSWORD_HASH' | 'SMS_PROVIDER'>;
};

/** It comes in through the room of development's admin. Production never gets it: its password is published. */
export function mayHaveDemo({ demo, vars }: Asked): boolean {
  const isUsualAdmin =
    vars.ADMIN_USERNAME === developmentAdmin.username &&
    vars.ADMIN_PASSWORD_HASH === developmentAdmin.passwordHash;
  return demo !== 'off' && vars.APP_ENV === 'development' && isUsualAdmin;
}

/** Its guests' numbers are made up: where texts leave this machine, they might be somebody's. */
export function mayDemoLive(asked: Asked): boolean {
  return asked.demo === 'on' && mayHaveDemo(asked) && asked.vars.SMS_PROVIDER === 'outbox';
}
