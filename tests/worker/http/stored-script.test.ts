/** Stored XSS: typed text stays text in all pages, embedded data, texts and mails. */
import { expect, test } from 'vitest';
import { call, joinParty, newLocation, newOwner, party } from '../support/factories.ts';
import { acted, objectOf } from '../support/owner-calls.ts';
import { alarmUntil, texted, textsSent, until } from '../support/queue-factories.ts';
import { mails } from '../support/security-calls.ts';

/** Texts that try to end an element, an attribute, a script's data, a style or a comment. */
const attacks = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title><svg onload=alert(1)>',
  '<!--<script>',
  ']]><svg/onload=alert(1)>',
  '</style><svg/onload=alert(1)>',
  '&lt;script&gt;',
  '${alert(1)}{{alert(1)}}',
  'javascript:alert(1)',
  '\u2028\u2029</script>',
];

/** All tags in the page that can run a script, in their order. */
function tagsOf(html: string): string[] {
  return (html.match(/<[!/a-z][^>]*>/gi) ?? []).filter((tag) =>
    /<\/?(script|img|svg|iframe)|\son\w+=/i.test(tag),
  );
}

test.each(attacks)('%j in every name and address is text in the guest’s page', async (attack) => {
  const harmless = await pageOf('A name', 'plain');
  const attacked = await pageOf(attack, 'attacked');
  // The page must not have more of these tags than the page with harmless text, and no event handler.
  expect(tagsOf(attacked.html)).toEqual(tagsOf(harmless.html));
  expect(attacked.html).not.toMatch(/<[^>]+\son\w+\s*=/i);
  // The data has the typed text, but with spaces instead of line breaks.
  const typed = attack.replaceAll(/[\u2028\u2029]/g, ' ').trim();
  expect(attacked.boot).toMatchObject({
    business: { addresses: [{ businessName: typed, address: typed }] },
    visit: {
      status: { businessName: typed, address: typed, customer: { firstName: typed, lastName: typed } },
    },
  });
});

/** Adds a guest with `text` in all typed fields to the line. Returns the guest's page and its data. */
async function pageOf(text: string, username: string): Promise<{ html: string; boot: unknown }> {
  const owner = await newOwner({ name: text.replaceAll(/[\u2028\u2029]/g, ' ').trim(), username });
  const location = await newLocation(owner, text);
  const { queueToken } = await joinParty(owner, location, { firstName: text, lastName: text });
  const response = await call('GET', `/queue/${username}`, { cookie: `holdline_visit=${queueToken}` });
  const html = await response.text();
  const [, json] = /<script id="boot" type="application\/json">(.*?)<\/script>/s.exec(html) ?? [];
  return { html, boot: JSON.parse(json ?? '') };
}

test('a username can hold nothing that means anything in HTML, a header, a path or a formula', async () => {
  for (const username of [
    ...attacks,
    'a<b',
    'a"b',
    "a'b",
    'a&b',
    'a/b',
    'a\\b',
    'a b',
    'a;b',
    'a\r\nb',
    '=1+1',
  ]) {
    const body = { name: 'A', username, email: 'a@example.com', phone: '123456', password: 'short' };
    const response = await call('POST', '/auth/signup', { body });
    const { issues } = await response.json<{ issues: { fieldErrors: Record<string, string[]> } }>();
    expect([username, response.status, issues.fieldErrors['username']]).toEqual([
      username,
      400,
      [expect.stringMatching(/letters|characters/)],
    ]);
  }
});

test('an address of a page that is no business’s is not written into it', async () => {
  for (const attack of attacks) {
    const response = await call('GET', `/queue/${encodeURIComponent(attack)}`);
    const html = await response.text();
    expect(response.status).toBe(404);
    const plain = await (await call('GET', '/queue/nobody-at-all')).text();
    expect(tagsOf(html)).toEqual(tagsOf(plain));
  }
});

test('in the development outbox what a text says is text', async () => {
  const owner = await newOwner({ name: '<script>alert(1)</script> Café' });
  const place = { owner, location: await newLocation(owner) };
  const guest = await joinParty(owner, place.location, texted);
  await acted(place, guest, 'admit');
  await alarmUntil(objectOf(place), async () => (await textsSent()).length > 0);
  const html = await (await call('GET', '/dev/outbox')).text();
  expect(html).toContain('&lt;script&gt;alert(1)&lt; script&gt;');
  expect(html).not.toContain('<script');
});

test('a mail contains no typed text except its recipient', async () => {
  const mark = 'zqx';
  const body = {
    name: `<b>${mark}</b> https://evil.example`,
    username: `${mark}-door`,
    email: 'red@example.com',
    phone: `${mark}-123456`,
    password: `${mark} correct horse`,
  };
  expect((await call('POST', '/auth/signup', { body })).status).toBe(201);
  await call('POST', '/auth/forgot-password', { body: { email: body.email } });
  await until(async () => (await mails()).length === 2);
  const sent = await mails();
  expect(sent.map(({ recipient }) => recipient)).toEqual([body.email, body.email]);
  for (const mail of sent) expect(`${mail.subject}${mail.body}`).not.toMatch(/zqx|evil|<b>/);
});

test('a second recipient or a header cannot be written into an address', async () => {
  const form = { name: 'A', username: 'red-door', phone: '123456', password: 'a lantern by the door' };
  for (const email of [
    'a@example.com\r\nBcc: all@example.com',
    'a@example.com\nSubject: x',
    'a@example.com,b@example.com',
    'A <a@example.com>',
    'a@example.com%0ABcc:b@example.com',
  ]) {
    for (const path of ['/auth/signup', '/auth/forgot-password']) {
      const response = await call('POST', path, { body: { ...form, email } });
      const { issues } = await response.json<{ issues: unknown }>();
      expect([email, issues]).toEqual([email, { fieldErrors: { email: ['Enter a valid email'] } }]);
    }
  }
  expect(await mails()).toEqual([]);
});

test('joining with a script for a name leaves the owner’s JSON as data', async () => {
  const owner = await newOwner();
  const location = await newLocation(owner);
  await joinParty(owner, location, party({ firstName: attacks[1] }));
  const response = await call('GET', '/auth/me', { cookie: owner.cookie });
  expect(response.headers.get('Content-Type')).toBe('application/json');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(await response.json()).toMatchObject({ locations: [{ queue: [{ firstName: attacks[1] }] }] });
});
