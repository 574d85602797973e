/** Commands that guests send in answer to texts, and our replies. */
import { expect, test } from 'vitest';
import { inGsm, septetsOf } from '../../../src/shared/text/gsm.ts';
import { languages } from '../../../src/shared/languages.ts';
import { helpText, replyText, textCommandOf } from '../../../src/worker/deliveries/text/text-commands.ts';
import { readInbound, twiml } from '../../../src/worker/deliveries/text/twilio-inbound.ts';

test.each([
  ...[
    'STOP',
    'stop',
    ' Stop. ',
    'STOPALL',
    'Stop all',
    'unsubscribe',
    'Cancel',
    'CANCEL!',
    'end',
    '“Quit”',
    'ＳＴＯＰ',
  ].map((body) => [body, 'stop'] as const),
  ...['START', 'yes', 'Unstop'].map((body) => [body, 'start'] as const),
  ...['HELP', 'info ', '\nHelp\n'].map((body) => [body, 'help'] as const),
  ...['1', ' 1. ', '١', '１'].map((body) => [body, 'on_my_way'] as const),
  ...['9', '٩', '9!'].map((body) => [body, 'leave'] as const),
  ...['', ' ', '.', 'please stop', 'stopp', '19', '1 9', '2', 'no', 'leave', 'STOP IT', '-'].map(
    (body) => [body, null] as const,
  ),
])('%j is understood as %s', (body, command) => {
  expect(textCommandOf(body)).toBe(command);
});

test.each(languages)('each answer in %s is one text', (language) => {
  const outcomes = ['on_my_way', 'left', 'turn_came'] as const;
  const answers = [helpText(language), ...outcomes.map((outcome) => replyText(outcome, language))];
  for (const answer of answers) {
    if (language === 'ar') expect([answer, answer.length <= 70]).toEqual([answer, true]);
    else expect([inGsm(answer), septetsOf(answer) <= 160]).toEqual([answer, true]);
  }
  expect(new Set(answers).size).toBe(4);
});

test('help says who we are, how to stop and whom to ask', () => {
  for (const language of languages) {
    expect(helpText(language)).toContain('Holdline');
    expect(helpText(language)).toContain('STOP');
    expect(helpText(language)).toContain('support@holdline.example');
  }
});

const sid = `SM${'0a'.repeat(16)}`;
const form = (about: Record<string, string>) =>
  new URLSearchParams({ MessageSid: sid, From: '+6281234567890', Body: 'STOP', ...about });

test('a text to us is its sender, its words and its name at the provider', () => {
  const text = { id: sid, from: '+6281234567890', body: 'STOP', isAnswered: false };
  expect(readInbound(form({}))).toEqual(text);
  expect(readInbound(form({ Body: '' }))).toEqual({ ...text, body: '' });
  expect(readInbound(form({ OptOutType: 'STOP' }))).toEqual({ ...text, isAnswered: true });
});

test.each([{ From: 'whatsapp:+6281234567890' }, { From: '12345' }, { From: '' }, { MessageSid: 'x' }])(
  'what is no text of a phone is none: %j',
  (about) => {
    expect(readInbound(form(about))).toBe(null);
  },
);

test('a form without words is no text', () => {
  const without = form({});
  without.delete('Body');
  expect(readInbound(without)).toBe(null);
});

test('an answer is TwiML, whatever stands in it', () => {
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  expect(twiml(null)).toBe(`${head}<Response></Response>`);
  expect(twiml('a & b <c>')).toBe(`${head}<Response><Message>a &amp; b &lt;c&gt;</Message></Response>`);
});
