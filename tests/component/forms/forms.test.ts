/**
 * The feedback form and the sales form (`docs/spec.md` sections 2, 5, 8 and 9; `docs/decisions/0050-forms-to-us.md`).
 */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { onPhone } from '../support/guest-steps.ts';
import { whatIsWrong } from '../support/look.ts';
import { button, openPage, reloadPage, says, toast } from '../support/pages.tsx';

const feedback = ['POST', '/feedback/submit'] as const;
const sales = ['POST', '/sales/inquiry'] as const;
const kept = 'holdline:typed:/feedback/submit';
/** The server treats a form as sent by a program if the form was visible for a shorter time than this. */
const SHOWN_MIN_MS = 2_000;
const field = (name: string) => page.getByRole('textbox', { name });
const radio = (name: string) => page.getByRole('radio', { name });
const consent = page.getByRole('checkbox');

/** Sends the form after `SHOWN_MIN_MS`. */
async function sendLate(name: string): Promise<void> {
  await vi.advanceTimersByTimeAsync(SHOWN_MIN_MS + 100);
  await button(name).click();
}

test('feedback: what is wrong is said at its field, in an order that the focus follows', async () => {
  await onPhone();
  await openPage('/feedback');
  await expect.element(radio('Bug')).toBeChecked();
  await expect.element(radio('Medium')).toBeChecked();
  await says('0/1200 characters');
  await expect.poll(() => document.title).toBe('Share your feedback · Holdline');
  await says('Please allow us to contact you to follow up.');
  await expect.element(button('Send Feedback')).toBeDisabled();
  await page.getByRole('checkbox', { name: 'You may contact me about this feedback.' }).click();
  await field('Message').fill('x'.repeat(1201));
  await says('1201/1200 characters');
  await button('Send Feedback').click();
  for (const sentence of [
    'Subject is required',
    'Message exceeds 1200 characters',
    'Your name is required',
    'Email is required',
  ])
    await expect.element(page.getByText(sentence).last()).toBeVisible();
  await expect.element(field('Subject')).toHaveFocus();
  expect(await whatIsWrong()).toEqual([]);

  await field('Subject').fill('The bell');
  await field('Message').fill('It rings twice. 🔔');
  await says('17/1200 characters');
  await field('Your Name').fill('Ada Lovelace');
  await field('Email').fill('ada@example');
  await button('Send Feedback').click();
  await says('Enter a valid email');
  await field('Email').fill('ada@example.com');
  await expect.element(page.getByText('Enter a valid email')).not.toBeInTheDocument();

  // The honeypot: usually only a program fills this field. A person who fills the field sees an error, and can empty
  // the field.
  const hidden = page.elementLocator(document.querySelector('input[name=link]') ?? document.body);
  await hidden.fill('https://example.com');
  await button('Send Feedback').click();
  await expect.element(page.getByText('Leave this field empty').nth(1)).toBeVisible();
  await expect.element(hidden).toHaveFocus();
  expect(theServer().calls).toEqual([]);
});

test('feedback: a failure keeps what was typed, a success is thanked for and goes home', async () => {
  takeClock();
  await openPage('/feedback');
  await fillFeedback();
  await radio('Feature').click();
  await expect.element(radio('Medium')).not.toBeInTheDocument();
  const away = theServer().refuse(...feedback, 'try_again', 'Nothing was changed.');
  await sendLate('Send Feedback');
  await expect.element(toast('Nothing was changed.')).toBeVisible();
  away();
  const broken = theServer().answer(...feedback, () => new Response('out of order', { status: 500 }));
  await button('Send Feedback').click();
  await expect.element(toast('Failed to submit feedback. Please try again.')).toBeVisible();
  await expect.element(field('Message')).toHaveValue('It rings twice. 🔔');
  await expect.element(field('Email')).toHaveValue('ada@example.com');
  broken();
  theServer().answer(...feedback, () => ({ success: true }));
  await button('Send Feedback').click();
  await expect.element(toast('Thanks for your feedback!')).toBeVisible();
  await expect
    .element(toast("We've received your message and will get back to you if needed."))
    .toBeVisible();
  await expect.poll(() => location.pathname).toBe('/');
  expect(
    theServer()
      .bodiesOf(...feedback)
      .at(-1),
  ).toEqual({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    businessName: '',
    phone: '',
    feedbackType: 'feature',
    subject: 'The bell',
    message: 'It rings twice. 🔔',
    allowContact: true,
    link: '',
    shownForMs: expect.any(Number),
  });
});

test('feedback: what was typed is kept in this tab until it is sent', async () => {
  takeClock();
  await openPage('/feedback');
  await fillFeedback();
  await radio('Feature').click();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  history.back();
  await expect.element(field('Message')).toHaveValue('It rings twice. 🔔');
  await says('17/1200 characters');
  await reloadPage();
  await expect.element(field('Email')).toHaveValue('ada@example.com');
  await expect.element(radio('Feature')).toBeChecked();
  await expect.element(consent).toBeChecked();
  expect(Object.keys(sessionStorage)).toContain(kept);
  theServer().answer(...feedback, () => ({ success: true }));
  await sendLate('Send Feedback');
  await expect.poll(() => location.pathname).toBe('/');
  expect(Object.keys(sessionStorage)).not.toContain(kept);
});

test('a sales inquiry: defaults, figures, and one filled in at once that is held back until it looks like a person’s', async () => {
  takeClock();
  await openPage('/sales');
  await says('Please allow us to contact you about this request.');
  await expect.element(button('Send Inquiry')).toBeDisabled();
  await consent.click();
  await field('Business Name').fill('Kopi Kita');
  await field('Contact Name').fill('Grace Hopper');
  await field('Work Email').fill('grace@kopi.example');
  await field('Message').fill('Twelve towns.');
  const locations = field('Locations');
  await locations.fill('twelve');
  await button('Send Inquiry').click();
  await says('Locations/SMS/Customers must be numbers');
  await expect.element(locations).toHaveFocus();
  await locations.fill('12');
  const away = theServer().fail(...sales);
  await sendLate('Send Inquiry');
  await expect.element(toast('Failed to submit inquiry. Please try again.')).toBeVisible();
  away();

  await reloadPage();
  await expect.element(locations).toHaveValue('12');
  theServer().answer(...sales, () => ({ success: true }));
  await button('Send Inquiry').click();
  await vi.advanceTimersByTimeAsync(SHOWN_MIN_MS + 100);
  await expect.element(toast('Thanks! Our sales team will reach out.')).toBeVisible();
  await expect.element(toast("We've received your custom plan request.")).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/');
  const [first, last] = theServer().callsTo(...sales);
  expect(first?.body).toMatchObject({ locations: '12' });
  expect(last?.body).toEqual({
    businessName: 'Kopi Kita',
    businessWebsite: '',
    contactName: 'Grace Hopper',
    workEmail: 'grace@kopi.example',
    phone: '',
    locations: '12',
    smsPerMonth: '',
    customersPerDay: '',
    useCase: 'restaurant',
    budget: 'mid',
    subject: 'Custom Plan Inquiry',
    message: 'Twelve towns.',
    allowContact: true,
    link: '',
    shownForMs: expect.toSatisfy((shownForMs: number) => shownForMs >= SHOWN_MIN_MS),
  });
});

test('a sales inquiry: what is missing is said', async () => {
  await onPhone();
  await openPage('/sales');
  // The subject is short. A subject longer than its input scrolls, and `whatIsWrong` would report that text as cut off.
  await field('Subject').fill('Plan');
  await consent.click();
  await button('Send Inquiry').click();
  for (const sentence of [
    'Business name is required',
    'Contact name is required',
    'Work email is required',
    'Please describe your needs',
  ])
    await says(sentence);
  expect(await whatIsWrong()).toEqual([]);
});

async function fillFeedback(): Promise<void> {
  await field('Subject').fill('The bell');
  await field('Message').fill('It rings twice. 🔔');
  await field('Your Name').fill('Ada Lovelace');
  await field('Email').fill('ada@example.com');
  await consent.click();
}
