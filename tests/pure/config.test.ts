import { expect, test } from 'vitest';
import { developmentAdmin, readConfig } from '../../src/worker/config.ts';

const development = {
  APP_ENV: 'development',
  APP_ORIGIN: 'http://localhost:8787',
  SMS_PROVIDER: 'outbox',
  EMAIL_PROVIDER: 'outbox',
};

test('the defaults of one machine are a configuration', () => {
  expect(readConfig(development)).toEqual({
    ok: true,
    config: {
      environment: 'development',
      origin: 'http://localhost:8787',
      smsProvider: 'outbox',
      emailProvider: 'outbox',
      admin: null,
    },
  });
});

test('an admin is both a name and a hash, or there is none', () => {
  const { username, passwordHash } = developmentAdmin;
  const both = { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: passwordHash };
  expect(readConfig({ ...development, ...both })).toMatchObject({ config: { admin: developmentAdmin } });
  const none = { ADMIN_USERNAME: '', ADMIN_PASSWORD_HASH: '' };
  expect(readConfig({ ...development, ...none })).toMatchObject({ config: { admin: null } });
  expect(readConfig({ ...development, ADMIN_USERNAME: username })).toEqual({
    ok: false,
    problems: [
      'ADMIN_PASSWORD_HASH must be set together with ADMIN_USERNAME. It is not set. See "Configuration" in README.md.',
    ],
  });
  expect(readConfig({ ...development, ADMIN_PASSWORD_HASH: passwordHash })).toEqual({
    ok: false,
    problems: [
      'ADMIN_USERNAME must be set together with ADMIN_PASSWORD_HASH. It is not set. See "Configuration" in README.md.',
    ],
  });
});

test.each(['lantern-at-the-door', '$2b$10$abcdefghijklmnopqrstuv', '$scrypt$ln=30,r=8,p=5$c2FsdA$a2V5'])(
  'what is no hash of ours is refused, and not repeated: %s',
  (ADMIN_PASSWORD_HASH) => {
    expect(readConfig({ ...development, ADMIN_USERNAME: 'admin', ADMIN_PASSWORD_HASH })).toEqual({
      ok: false,
      problems: [
        'ADMIN_PASSWORD_HASH must be what "npm run admin:password" prints. See "Configuration" in README.md.',
      ],
    });
  },
);

test('production refuses the published password of development', () => {
  const { username, passwordHash } = developmentAdmin;
  const both = { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: passwordHash };
  const read = readConfig({
    ...development,
    ...both,
    APP_ENV: 'production',
    APP_ORIGIN: 'https://a.example',
  });
  expect(read.ok ? [] : read.problems).toContain(
    'ADMIN_PASSWORD_HASH is the one of development, whose password is published. See "Configuration" in README.md.',
  );
});

test('a slash at the end of the origin does no harm', () => {
  expect(readConfig({ ...development, APP_ORIGIN: 'https://Queue.example.com/' })).toMatchObject({
    ok: false,
  });
  expect(readConfig({ ...development, APP_ORIGIN: 'https://queue.example.com/' })).toMatchObject({
    config: { origin: 'https://queue.example.com' },
  });
});

test('everything that is not set is named', () => {
  expect(readConfig({})).toEqual({
    ok: false,
    problems: [
      'APP_ENV must be "development" or "production". It is not set. See "Configuration" in README.md.',
      'APP_ORIGIN must be an address such as "https://queue.example.com", without a path. It is not set. See "Configuration" in README.md.',
      'SMS_PROVIDER must be "outbox". It is not set. See "Configuration" in README.md.',
      'EMAIL_PROVIDER must be "outbox". It is not set. See "Configuration" in README.md.',
    ],
  });
});

test.each([
  'localhost:8787',
  'ftp://a.example',
  'https://a.example/app',
  'https://u:p@a.example',
  'https://a.example?x',
])('the origin %s is refused', (APP_ORIGIN) => {
  expect(readConfig({ ...development, APP_ORIGIN })).toEqual({
    ok: false,
    problems: [
      'APP_ORIGIN must be an address such as "https://queue.example.com", without a path. See "Configuration" in README.md.',
    ],
  });
});

test('production refuses an origin without https and providers that send nothing', () => {
  expect(readConfig({ ...development, APP_ENV: 'production' })).toEqual({
    ok: false,
    problems: [
      'APP_ORIGIN must start with "https:" in production. See "Configuration" in README.md.',
      'SMS_PROVIDER is "outbox", which sends nothing and is for development only; production needs a real provider. See "Configuration" in README.md.',
      'EMAIL_PROVIDER is "outbox", which sends nothing and is for development only; production needs a real provider. See "Configuration" in README.md.',
    ],
  });
});

test('a misspelt choice is refused', () => {
  expect(
    readConfig({ ...development, APP_ENV: 'prod', SMS_PROVIDER: 'pigeon', EMAIL_PROVIDER: 'owl' }),
  ).toEqual({
    ok: false,
    problems: [
      'APP_ENV must be "development" or "production". See "Configuration" in README.md.',
      'SMS_PROVIDER must be "outbox". See "Configuration" in README.md.',
      'EMAIL_PROVIDER must be "outbox". See "Configuration" in README.md.',
    ],
  });
});
