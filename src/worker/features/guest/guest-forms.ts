/**
 * Plain HTML forms of the guest's page, for browsers without scripts and before hydration. Each form is answered with a
 * page or a redirect. All forms are posted to `/queue/{username}`; the field `form` names the form.
 */
import { Hono, type Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { guestSentence } from '../../../shared/copy/guest-refusals.ts';
import type { GuestLocation, TypedForm } from '../../../shared/contracts/guest.ts';
import { guestRequests } from '../../../shared/contracts/guest-requests.ts';
import type { Language } from '../../../shared/languages.ts';
import { DEFAULT_PARTY_SIZE } from '../../../shared/limits.ts';
import { LEFT_PARAMETER, LOCATION_PARAMETER } from '../../../shared/typing/page-parameters.ts';
import { refusePage } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import type { Joined, Result } from '../../location/rpc.ts';
import { executeByGuest } from './guest-commands.ts';
import { loadAddresses, loadVisit, locationByToken, repeatable } from '../../location/stubs.ts';
import { visitorOf } from './visitor.ts';
import { clearVisitCookie, setVisitCookie, visitCookieName } from './visit-cookie.ts';
import { isIdempotencyKey } from '../../http/idempotency-key.ts';
import { withinShield } from '../../http/flood-shield.ts';
import { guestPage } from './guest-page.ts';
import type { Refusal } from '../../../shared/queue/decision.ts';
import { joinBySender } from './sender-check.ts';
import { pageLanguage } from '../../pages/page-language.ts';
import { reminderOffer } from './reminder-offer.ts';

/** A page without scripts sends an empty token, because such a page cannot show the widget of the bot check. */
const NO_WIDGET = '';

type Sent = { c: Context<AppContext>; username: string; language: Language; fields: URLSearchParams };

export const guestForms = new Hono<AppContext>().post('/queue/:username', async (c) => {
  const username = c.req.param('username');
  const language = pageLanguage(c);
  if (!(await withinShield(c.env, c.var.config, c.req.raw, username))) return refusePage(c, language);
  const body = await c.get('body');
  if (body === 'too_large') return c.text(`${guestSentence('too_large', language)}\n`, 413);
  // A body that is not a form has no fields.
  const sent = { c, username, language, fields: new URLSearchParams(body?.text) };
  const form = sent.fields.get('form');
  switch (form) {
    case 'details':
    case 'preference':
      return join(sent);
    case 'way':
      return changePreference(sent);
    case 'leave':
    case 'cannot-come':
      return endVisit(sent, form);
    case 'erase':
      return endVisit(sent, 'erase-guest');
    default:
      return c.text(`${guestSentence('invalid_input', language)}\n`, 400);
  }
});

/**
 * Handles the forms of steps 2 and 3. Answers with the next step, the same step with its errors, or a redirect to the
 * status page.
 */
async function join(sent: Sent): Promise<Response> {
  const { c, username, language } = sent;
  // The join and the look-up of the locations run in parallel. A page that shows the form again needs the locations.
  const [joined, [looked]] = await Promise.all([
    joinTyped(sent),
    Promise.allSettled([loadAddresses(c.env, username, language, visitorOf(c))]),
  ]);
  if (joined?.ok) {
    const response = showAgain(c, joined.username);
    setVisitCookie(response.headers, c.var.config.origin, joined.username, joined.answer.queueToken);
    return response;
  }
  if (looked.status === 'rejected') throw looked.reason;
  const found = looked.value;
  if (!found.ok) return showAgain(c, username);
  const business = { username: found.username, addresses: found.addresses };
  const typed = typedForm(sent, business.addresses);
  const show = (form: TypedForm) =>
    guestPage(
      c.env,
      c.req.raw,
      { path: c.req.path, language, business, ...reminderOffer(c), typed: form },
      200,
      { widgetsFrom: c.var.config.turnstile?.origin },
    );

  if (typed.step === 'details') {
    const hasErrors = Object.values(typed.errors).some((error) => error !== undefined);
    return show({ ...typed, step: hasErrors ? 'details' : 'preference' });
  }
  // If the chosen location was removed since step 2, or accepts no guests, the page shows step 2 again.
  if (typed.errors['locationId'] !== undefined) return show({ ...typed, step: 'details' });
  return show(joined === null ? typed : { ...typed, refusal: sentenceOf(joined, language) });
}

/** Joins the guest by the form of step 3. Returns null if the form has errors, or is the form of step 2. */
async function joinTyped({ c, username, language, fields }: Sent): Promise<Result<Joined> | null> {
  const locationId = text(fields, 'locationId');
  if (stepOf(fields) === 'details' || locationId === '') return null;
  // The id identifies the location. `address` is required, but only calls without a location id use `address`. So the
  // location id is passed as `address`.
  const place = { locationId, address: locationId };
  const read = readJoin(language, { ...partyIn(fields), ...place, ...preferenceIn(fields) });
  if (!read.success) return null;
  const key = text(fields, 'key');
  return joinBySender(c, NO_WIDGET, {
    username,
    request: read.data,
    idempotencyKey: isIdempotencyKey(key) ? key : null,
    language,
    cookieToken: cookieToken(c),
    visitor: visitorOf(c),
  });
}

function readJoin(language: Language, typed: object) {
  return guestRequests[language].join.safeParse(typed);
}

/** Returns the values of the form, and the errors that the API's rules find in these values. */
function typedForm({ language, fields }: Sent, locations: GuestLocation[]): TypedForm {
  const location = locations.find(({ locationId }) => locationId === text(fields, 'locationId'));
  const { locationId = '', address = '' } = location ?? {};
  const details = { locationId, address, ...partyIn(fields) };
  const step = stepOf(fields);
  const preference = preferenceIn(fields);
  const read = readJoin(language, {
    ...details,
    ...(step === 'preference' ? preference : { waitingPreference: 'on_premises', phoneNumber: '' }),
  });
  const errors: TypedForm['errors'] = {};
  for (const { path, message } of read.error?.issues ?? []) errors[fieldOf(path[0])] ??= message;
  if (location?.accepting === false) errors['locationId'] ??= location.reason;
  return { step, details, preference, errors, key: text(fields, 'key') || crypto.randomUUID() };
}

function stepOf(fields: URLSearchParams): TypedForm['step'] {
  return fields.get('form') === 'preference' ? 'preference' : 'details';
}

function partyIn(fields: URLSearchParams) {
  const oneName = fields.get('oneName') === 'true';
  return {
    firstName: text(fields, 'firstName'),
    // If the guest has one name, the page hides the field of the last name, which may still contain text.
    lastName: oneName ? '' : text(fields, 'lastName'),
    ...(oneName && { oneName }),
    numGuests: fields.has('numGuests') ? Number(text(fields, 'numGuests')) : DEFAULT_PARTY_SIZE,
  };
}

/** The name of the field at which an error is shown. Errors of the address are shown at the field of the location. */
function fieldOf(name: PropertyKey | undefined): string {
  return name === 'address' ? 'locationId' : String(name);
}

/** A phone number is ignored if the guest waits on the premises. */
function preferenceIn(fields: URLSearchParams): TypedForm['preference'] {
  return fields.get('waitingPreference') === 'wait_anywhere'
    ? { waitingPreference: 'wait_anywhere', phoneNumber: text(fields, 'phoneNumber') }
    : { waitingPreference: 'on_premises', phoneNumber: '' };
}

/**
 * Handles the form that changes the waiting preference on the status page. The status page also shows the errors of
 * this form.
 */
async function changePreference({ c, username, language, fields }: Sent): Promise<Response> {
  const token = cookieToken(c);
  const own = locationByToken(c.env, token);
  if (own === null) return showAgain(c, username);
  const read = guestRequests[language].change.safeParse(preferenceIn(fields));
  const error = read.success
    ? await refusalOf(
        executeByGuest(
          own.stub,
          { username, secret: own.secret },
          { kind: 'change-preference', ...read.data, language },
        ),
        language,
      )
    : read.error.issues[0]?.message;
  if (error === undefined) return showAgain(c, username);
  const [found, status] = await Promise.all([
    loadAddresses(c.env, username, language, visitorOf(c)),
    loadVisit(c.env, username, token),
  ]);
  if (!found.ok || status === null) return showAgain(c, username);
  const business = { username: found.username, addresses: found.addresses };
  const visit = { queueToken: token, status };
  const boot = { path: c.req.path, language, business, visit, numberAsked: { error } };
  return guestPage(c.env, c.req.raw, boot, 200);
}

/** The sentence that tells the guest why a call was refused; undefined if the call succeeded. */
async function refusalOf(call: Promise<Result<object>>, language: Language): Promise<string | undefined> {
  const result = await call;
  return result.ok ? undefined : guestSentence(result.code, language);
}

/** Ends the guest's visit, whether the guest still waits or was already admitted. */
async function endVisit(
  { c, username }: Sent,
  kind: 'leave' | 'cannot-come' | 'erase-guest',
): Promise<Response> {
  const found = locationByToken(c.env, cookieToken(c));
  if (found === null) return showAgain(c, username);
  // A second call changes nothing, so an object that did not answer may be called again.
  const ended = await repeatable(executeByGuest(found.stub, { username, secret: found.secret }, { kind }));
  if (!ended.ok) return showAgain(c, username);
  // With these parameters, the page `/queue` offers to join again.
  const asked = new URLSearchParams({
    [LEFT_PARAMETER]: ended.username,
    [LOCATION_PARAMETER]: found.locationId,
  });
  const response = c.redirect(`/queue?${asked.toString()}`, 303);
  clearVisitCookie(response.headers, c.var.config.origin, ended.username);
  return response;
}

function sentenceOf({ code, retryAfterSeconds }: Refusal, language: Language): string {
  return guestSentence(code, language, retryAfterSeconds);
}

function showAgain(c: Context<AppContext>, username: string): Response {
  return c.redirect(`/queue/${encodeURIComponent(username)}`, 303);
}

function cookieToken(c: Context<AppContext>): string {
  return getCookie(c, visitCookieName(c.var.config.origin)) ?? '';
}

/** A text field of the form; '' if missing. */
function text(fields: URLSearchParams, name: string): string {
  return fields.get(name) ?? '';
}
