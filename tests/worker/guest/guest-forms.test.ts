/** The guest's page as plain HTML forms, for browsers without scripts and before scripts run. */
import { expect, test } from 'vitest';
import { bootOf, open } from '../support/built-pages.ts';
import { call, cookieOf, me, newLocation, newOwner, origin, read } from '../support/factories.ts';

const ours = { 'Sec-Fetch-Site': 'same-origin', Origin: origin };

async function cafe() {
  const owner = await newOwner({ username: 'Blue-Door', name: 'Blue Door Café' });
  const location = await newLocation(owner);
  const details = { locationId: location.id, firstName: 'Maya', lastName: 'Putri', numGuests: '2' };
  return { owner, location, details };
}

function send(
  fields: Record<string, string>,
  { cookie, headers = ours }: { cookie?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return open('/queue/Blue-Door', cookie, { method: 'POST', headers, body: new URLSearchParams(fields) });
}

/** Whether the page reloads by itself in a browser without scripts. */
function refreshes(html: string): boolean {
  return html.includes('<noscript><meta http-equiv="refresh" content="15"></noscript>');
}

test('details that are right lead to the way to wait, with a key for the join request', async () => {
  const { location, details } = await cafe();
  const page = await send({ form: 'details', ...details });
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain('Choose how you want to wait');
  expect(bootOf(html)).toMatchObject({
    typed: {
      step: 'preference',
      details: { ...details, numGuests: 2, address: location.address },
      errors: {},
      key: expect.stringMatching(/^[\w-]{36}$/),
    },
  });
});

test('details that are wrong come back as typed, with what is wrong', async () => {
  const { details } = await cafe();
  const html = await (await send({ form: 'details', ...details, firstName: ' ', numGuests: '0' })).text();
  expect(html).toContain('First name is required');
  expect(html).toContain('Number of guests must be at least 1');
  expect(html).toContain('value="Putri"');
  expect(bootOf(html)).toMatchObject({ typed: { step: 'details' } });
});

test('a guest with one name needs no last name, and without the choice it is asked for', async () => {
  const { owner, details } = await cafe();
  const { lastName: _lastName, ...one } = details;
  const asked = await (await send({ form: 'details', ...one })).text();
  expect(asked).toContain('Last name is required');
  // The choice "One name" deletes a last name that is also sent.
  const html = await (await send({ form: 'details', ...details, oneName: 'true' })).text();
  expect(html).toContain('Choose how you want to wait');
  expect(bootOf(html)).toMatchObject({ typed: { details: { lastName: '', oneName: true }, errors: {} } });
  expect(html).toContain('<input type="hidden" name="oneName" value="true"/>');
  await send({ form: 'preference', ...one, oneName: 'true', waitingPreference: 'on_premises' });
  expect((await me(owner)).locations[0]?.queue).toMatchObject([{ firstName: 'Maya', lastName: '' }]);
});

test('the page has the line as of the load, and chooses the location of its address', async () => {
  const { location, details } = await cafe();
  await send({ form: 'preference', ...details, waitingPreference: 'on_premises' });
  const html = await (await open(`/queue/Blue-Door?at=${location.id}`)).text();
  expect(html).toContain('<b>1 party</b>');
  expect(html).toContain('<b>about 5 min</b>');
  expect(bootOf(html)).toMatchObject({ at: location.id });
  const unknown = await (await open('/queue/Blue-Door?at=nowhere')).text();
  expect(bootOf(unknown)).not.toHaveProperty('at');
});

test('a location that accepts nobody is shown without a live form', async () => {
  const { owner, location } = await cafe();
  await call('PATCH', `/auth/locations/${location.id}`, { cookie: owner.cookie, body: { paused: true } });
  const html = await (await open('/queue/Blue-Door')).text();
  expect(html).toContain('The line is paused. Please ask the staff or try again soon.');
  expect(html).toMatch(/<div class="[^"]*fields[^"]*" hidden="">/);
});

test('a guest who cannot come says so by a form, once it is called', async () => {
  const { owner, location, details } = await cafe();
  const joined = await send({ form: 'preference', ...details, waitingPreference: 'on_premises' });
  const cookie = cookieOf(joined, 'holdline_visit');
  const refused = await send({ form: 'cannot-come' }, { cookie });
  expect([refused.status, refused.headers.get('Location')]).toEqual([303, '/queue/Blue-Door']);
  const visit = (await me(owner)).locations[0]?.queue[0]?.id;
  await call('POST', `/auth/locations/${location.id}/visits/${visit}/admit`, { cookie: owner.cookie });
  expect(await (await open('/queue/Blue-Door', cookie)).text()).toContain('value="cannot-come"');
  const said = await send({ form: 'cannot-come' }, { cookie });
  const after = `/queue?left=Blue-Door&at=${location.id}`;
  expect([said.status, said.headers.get('Location')]).toEqual([303, after]);
  expect((await me(owner)).locations[0]?.admittedCustomers).toMatchObject([{ status: 'no_show' }]);
});

test('an unknown location is asked for again', async () => {
  const { details } = await cafe();
  const html = await (await send({ form: 'details', ...details, locationId: 'nowhere' })).text();
  expect(html).toContain('Location is required');
});

test('a form that is sent twice joins once, and the page knows the visit', async () => {
  const { owner, details } = await cafe();
  const form = {
    form: 'preference',
    ...details,
    waitingPreference: 'on_premises',
    key: 'a-key-of-one-wish-to-join',
  };
  const first = await send(form);
  const second = await send(form);
  expect([first.status, first.headers.get('Location')]).toEqual([303, '/queue/Blue-Door']);
  expect(cookieOf(second, 'holdline_visit')).toBe(cookieOf(first, 'holdline_visit'));
  expect((await me(owner)).locations[0]?.queue).toMatchObject([{ firstName: 'Maya', numGuests: 2 }]);
  const html = await (await open('/queue/Blue-Door', cookieOf(first, 'holdline_visit'))).text();
  expect(html).toContain('<title>#1 in line · Blue Door Café</title>');
  expect(refreshes(html)).toBe(true);
});

test('Wait Anywhere without a number asks for one, and a number is not kept for Stay on Premises', async () => {
  const { owner, details } = await cafe();
  const html = await (
    await send({ form: 'preference', ...details, waitingPreference: 'wait_anywhere' })
  ).text();
  expect(html).toContain('Phone number is required for Wait Anywhere');
  await send({
    form: 'preference',
    ...details,
    waitingPreference: 'on_premises',
    phoneNumber: '+62 811 555',
  });
  expect((await me(owner)).locations[0]?.queue).toMatchObject([{ waitingPreference: 'on_premises' }]);
  expect((await me(owner)).locations[0]?.queue[0]).not.toHaveProperty('phoneNumber');
});

test('a join that is refused says why on the same page', async () => {
  const { location, details } = await cafe();
  const form = { form: 'preference', ...details, waitingPreference: 'on_premises' };
  const key = 'a-key-of-one-wish-to-join';
  await send({ ...form, key });
  const html = await (await send({ ...form, key, firstName: 'Bo' })).text();
  expect(html).toContain('This request was already used for something else.');
  expect(bootOf(html)).toMatchObject({ typed: { details: { locationId: location.id, firstName: 'Bo' } } });
});

test('a guest changes the way to wait and leaves by forms', async () => {
  const { owner, location, details } = await cafe();
  const joined = await send({ form: 'preference', ...details, waitingPreference: 'on_premises' });
  const cookie = cookieOf(joined, 'holdline_visit');
  const changed = await send(
    { form: 'way', waitingPreference: 'wait_anywhere', phoneNumber: '+62 811 555 0101' },
    { cookie },
  );
  expect([changed.status, changed.headers.get('Location')]).toEqual([303, '/queue/Blue-Door']);
  expect((await me(owner)).locations[0]?.queue).toMatchObject([
    { waitingPreference: 'wait_anywhere', phoneNumber: '+62 811 555 0101' },
  ]);
  const left = await send({ form: 'leave' }, { cookie });
  const after = `/queue?left=Blue-Door&at=${location.id}`;
  expect([left.status, left.headers.get('Location')]).toEqual([303, after]);
  const page = await (await open(after)).text();
  expect(page).toContain(`href="/queue/Blue-Door?at=${location.id}"`);
  expect(page).toContain('Join again');
  expect(left.headers.getSetCookie()).toHaveLength(2);
  expect((await me(owner)).locations[0]?.queue).toEqual([]);
});

test('a refused change of the way to wait says why, beside the place', async () => {
  const { owner, details } = await cafe();
  const joined = await send({ form: 'preference', ...details, waitingPreference: 'on_premises' });
  const cookie = cookieOf(joined, 'holdline_visit');
  const html = await (await send({ form: 'way', waitingPreference: 'wait_anywhere' }, { cookie })).text();
  expect(html).toContain('Phone number is required if you want to wait anywhere');
  expect(html).toContain('<title>#1 in line · Blue Door Café</title>');
  // "Wait Anywhere" stays selected, and the page does not reload, so that the guest can type the number.
  expect(html).toMatch(/<input type="radio"[^>]* checked=""[^>]* value="wait_anywhere"/);
  expect(refreshes(html)).toBe(false);
  expect((await me(owner)).locations[0]?.queue).toMatchObject([{ waitingPreference: 'on_premises' }]);
});

test('the number is asked for at its own address without reload, in line only', async () => {
  const { owner, location, details } = await cafe();
  expect(bootOf(await (await open('/queue/Blue-Door?number')).text())).not.toHaveProperty('numberAsked');
  const joined = await send({ form: 'preference', ...details, waitingPreference: 'on_premises' });
  const cookie = cookieOf(joined, 'holdline_visit');
  const status = await (await open('/queue/Blue-Door', cookie)).text();
  expect(refreshes(status)).toBe(true);
  expect(status).toContain('href="?number"');
  const asking = await (await open('/queue/Blue-Door?number', cookie)).text();
  expect(refreshes(asking)).toBe(false);
  expect(asking).not.toContain('href="?number"');
  expect(asking).toMatch(/<input type="radio"[^>]* checked=""[^>]* value="wait_anywhere"/);
  const visit = (await me(owner)).locations[0]?.queue[0]?.id;
  const admit = `/auth/locations/${location.id}/visits/${visit}/admit`;
  expect((await call('POST', admit, { cookie: owner.cookie })).status).toBe(200);
  const turn = await (await open('/queue/Blue-Door?number', cookie)).text();
  expect(turn).toContain('It&#x27;s your turn');
  expect(refreshes(turn)).toBe(true);
});

test('a location that was removed between the steps is asked for again, in step 2', async () => {
  const { details } = await cafe();
  const form = { form: 'preference', ...details, locationId: 'gone', waitingPreference: 'on_premises' };
  const html = await (await send(form)).text();
  expect(html).toContain('Enter your details');
  expect(html).toContain('Location is required');
});

test('a form without an end is refused, and one that cannot be read has no field', async () => {
  await cafe();
  const large = await send({ form: 'details', firstName: 'x'.repeat(40_000) });
  expect(large.status).toBe(413);
  const headers = { ...ours, 'Content-Type': 'application/x-www-form-urlencoded' };
  const broken = await open('/queue/Blue-Door', undefined, {
    method: 'POST',
    headers,
    body: new Uint8Array([0xff, 0xfe]),
  });
  expect(broken.status).toBe(400);
});

test('without a visit there is nothing to change or to leave: the page is shown', async () => {
  await cafe();
  for (const fields of [{ form: 'leave' }, { form: 'way', waitingPreference: 'on_premises' }]) {
    const answer = await send(fields);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/queue/Blue-Door']);
  }
});

test('a form of no kind is refused', async () => {
  await cafe();
  const answer = await send({ form: 'other' });
  expect([answer.status, await answer.text()]).toEqual([400, 'Please check what you entered.\n']);
});

test('an unknown business is shown as such', async () => {
  const answer = await send({ form: 'details', firstName: 'Maya' });
  expect(answer.status).toBe(303);
  expect((await open('/queue/Blue-Door')).status).toBe(404);
});

test.each([
  [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, 403, 'bad_origin'],
  [{ Origin: 'https://evil.example' }, 403, 'bad_origin'],
  [{ Origin: 'null' }, 403, 'bad_origin'],
  // The content type is not that of a form.
  [{}, 415, 'not_json'],
])('a form that is not ours, by %j, is refused', async (headers, status, code) => {
  const { owner, details } = await cafe();
  const joined = await send({ form: 'preference', ...details, waitingPreference: 'on_premises' });
  const cookie = cookieOf(joined, 'holdline_visit');
  const refused = await read(await send({ form: 'leave' }, { cookie, headers }));
  expect(refused).toMatchObject({ status, body: { code } });
  expect((await me(owner)).locations[0]?.queue).toHaveLength(1);
});

test('no call of the API takes a form', async () => {
  await cafe();
  const body = new URLSearchParams({ emailOrUsername: 'Blue-Door', password: 'x' });
  const answer = await open('/auth/login', undefined, { method: 'POST', headers: ours, body });
  expect(answer.status).toBe(415);
});

test('the look-up by form leads to the business, or says why not', async () => {
  await cafe();
  const found = await open('/queue?username=%40Blue-Door');
  expect([found.status, found.headers.get('Location')]).toEqual([303, '/queue/Blue-Door']);
  expect(await (await open('/queue?username=nobody-here')).text()).toContain(
    'That business username does not exist',
  );
  expect(await (await open('/queue?username=')).text()).toContain('Business username is required');
});
