import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { layOut, type MailContent } from '../../../src/worker/deliveries/mail/mail-layout.ts';
import { examples } from '../../support/depth.ts';

const content: MailContent = {
  subject: 'Your table',
  paragraphs: ['One.', 'Two.'],
  button: { label: 'Go on', url: 'https://queue.example.com/go?a=1&b=2' },
  notes: ['Three.'],
};

test('a mail says the same in text and in HTML', () => {
  const { text, html } = layOut(content);
  expect(text).toBe(`Hello,

One.

Two.

Go on:
https://queue.example.com/go?a=1&b=2

Three.

Holdline
support@holdline.example
`);
  const words = html
    .replace(/<head>.*<\/head>/s, '')
    .split(/<[^>]+>/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
  expect(words).toEqual([
    'Hello,',
    'One.',
    'Two.',
    'Go on',
    'https://queue.example.com/go?a=1&amp;b=2',
    'Three.',
    'Holdline',
    'support@holdline.example',
  ]);
});

test('a mail without a button or notes leaves no gap for them', () => {
  const { text, html } = layOut({ subject: 'Done', paragraphs: ['It is done.'] });
  expect(text).toBe('Hello,\n\nIt is done.\n\nHoldline\nsupport@holdline.example\n');
  expect(html).not.toContain('https:');
});

test('facts and what somebody typed stand before the button, marked as theirs', () => {
  const { text, html } = layOut({
    ...content,
    facts: [
      ['Name', '<b>Ada</b>'],
      ['Phone', '+62 812'],
    ],
    quoted: 'Hello,\n\nyour account is closed.',
  });
  expect(text).toContain(`Two.

Name: <b>Ada</b>
Phone: +62 812

> Hello,
>${' '}
> your account is closed.

Go on:
`);
  expect(html).toContain('Name: <bdi>&lt;b&gt;Ada&lt;/b&gt;</bdi><br>Phone: <bdi>+62 812</bdi></p>');
  expect(html).toMatch(
    /<blockquote dir="auto" style="[^"]*white-space:pre-wrap[^"]*">Hello,\n\nyour account is closed\.<\/blockquote>/,
  );
});

test('the HTML has inline styles only, no table, image or script, and takes the reader’s colours', () => {
  const { html } = layOut(content);
  expect([...html.matchAll(/<(\w+)/g)].map(([, tag]) => tag)).toEqual([
    'html',
    'head',
    'meta',
    'meta',
    'meta',
    'meta',
    'title',
    'body',
    'div',
    'p',
    'p',
    'p',
    'p',
    'a',
    'p',
    'a',
    'p',
    'p',
    'br',
    'a',
  ]);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  // Each coloured text needs its own background colour, because the text could be invisible on the background of the
  // light or of the dark colour scheme.
  const coloured = [...html.matchAll(/style="([^"]*)"/g)].filter(([, style]) =>
    /(^|;)color:#/.test(style ?? ''),
  );
  expect(coloured).toHaveLength(1);
  expect(coloured[0]?.[1]).toContain('background-color:#0b5d66;color:#ffffff');
});

const naughty = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(new URL('../../data/blns.json', import.meta.url), 'utf8')));

test('whatever is put into a mail stays text in its HTML', () => {
  const shape = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/(href=")[^"]*/g, '$1'));
  const plain = shape(layOut({ ...content, facts: [['Name', 'Ada']], quoted: 'A word.' }).html);
  const any = fc.oneof(fc.constantFrom(...naughty), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(any, (typed) => {
      const { html } = layOut({
        subject: typed,
        paragraphs: [typed, typed],
        facts: [[typed, typed]],
        quoted: typed,
        button: { label: typed, url: `https://queue.example.com/${typed}` },
        notes: [typed],
      });
      expect(shape(html)).toEqual(plain);
    }),
    { numRuns: examples(1_000) },
  );
});
