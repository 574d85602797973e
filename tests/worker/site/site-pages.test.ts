/** The public pages from the server are complete, may be indexed, and have working links (`docs/spec.md` section 2). */
import { expect, test } from 'vitest';
import { serverRenderedPages, formPages } from '../../../src/shared/site/site-pages.ts';
import { product } from '../../../src/shared/product.ts';
import { policy } from '../../../src/shared/copy/en/site/policy.ts';
import { terms } from '../../../src/shared/copy/en/site/terms.ts';
import { open } from '../support/built-pages.ts';
import { origin } from '../support/factories.ts';

const rendered = Object.keys(serverRenderedPages);
const publicPages = [...rendered, ...Object.keys(formPages)];

async function htmlOf(path: string): Promise<string> {
  return (await open(path)).text();
}

function wordsOf(html: string): string {
  return html
    .replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<\/(p|h\d|li|a|button|span|b|dt|dd)>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = '']) => href);
}

test.each(rendered)('%s comes whole: one title, its head and foot, nothing to wait for', async (path) => {
  const page = await open(path);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).toContain('<main id="main"');
  const words = wordsOf(html);
  expect(words).toContain('Login Get Started Join Queue');
  expect(words).toMatch(/© 2025 Holdline Privacy Terms Feedback Help $/);
  expect(html).not.toMatch(/ style="/);
  expect(page.headers.get('Content-Security-Policy')).not.toBeNull();
});

test('the head and the foot lead where the spec says', async () => {
  expect(linksOf(await htmlOf('/help')).filter((href) => href.startsWith('/'))).toEqual([
    '/', '/login', '/signup', '/queue', '/sales', '/feedback', '/policy', '/terms', '/feedback', '/help',
  ]); // oxfmt-ignore
});

test('all links of public pages work', async () => {
  const found = await Promise.all(rendered.map(async (path) => linksOf(await htmlOf(path))));
  const paths = new Set(found.flat().filter((href) => href.startsWith('/')));
  expect(paths.size).toBeGreaterThan(8);
  for (const path of paths) expect([path, (await open(path)).status]).toEqual([path, 200]);
  const anchors = await Promise.all(
    rendered.map(async (path) => {
      const html = await htmlOf(path);
      const wanted = linksOf(html).filter((href) => href.startsWith('#'));
      return wanted.filter((href) => !html.includes(`id="${href.slice(1)}"`));
    }),
  );
  expect(anchors.flat()).toEqual([]);
  expect(await htmlOf('/')).toContain('id="pricing"');
});

test('the landing page has every block of the spec, its texts and its numbers', async () => {
  const words = wordsOf(await htmlOf('/'));
  const inOrder = [
    'Hold every walk-in. Boost revenue.',
    'Start Free Trial Watch Demo 14 days free. No credit card.',
    'Set up in 2 minutes',
    'No hardware',
    'Any phone',
    'No app download',
    'Without Holdline 8 of 16 leave',
    'With Holdline 16 of 16 served',
    'How It Works',
    '1 1 min Sign Up & Get QR',
    '2 1 min Display QR Code',
    '3 1 tap Notify Customer',
    'Try it: press Admit',
    'Stay on Premises For those who are happy to wait close by.',
    'No phone number needed',
    'Wait Anywhere For those who have something better to do.',
    'An SMS when it is their turn',
    'Pricing All plans: 14-day free trial, no credit card, cancel anytime. The trial has the location and the credits of Starter; you choose the plan when you pay.',
    'Starter For one location. $19 /month or $190/year (saves $38) 1 location 300 SMS per month 300 customers per month Start Free Trial',
    'Professional Most Popular For up to three. $49 /month or $490/year (saves $98) 3 locations 1500 SMS per month 1500 customers per month Start Free Trial',
    'Custom For chains, clinics and everything larger. Let’s talk A price for what you need Custom locations Custom SMS credits Custom customer credits Contact Sales',
    'The next guest is at your door.',
    'Start Free Trial Contact Sales',
  ];
  const places = inOrder.map((text) => words.indexOf(text));
  expect(inOrder.filter((_, index) => places[index] === -1)).toEqual([]);
  expect(places.slice(0, -1)).toEqual(places.slice(0, -1).toSorted((a, b) => a - b));
  const links = linksOf(await htmlOf('/'));
  expect(links.filter((href) => href === '/sales')).toHaveLength(2);
  expect(links).toContain('/demo');
});

test('the help page answers five questions and names who to write to', async () => {
  const html = await htmlOf('/help');
  expect([...html.matchAll(/<article[^>]*><h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
    'Do guests get SMS notifications?',
    'Can I customize the queue: pause, skip, reorder?',
    'Can I have multiple locations under one account?',
    'Do guests need an app?',
    'What about advanced features?',
  ]);
  const words = wordsOf(html);
  for (const text of [
    'pause joining and resume it, skip a guest one place back, move anybody to any place',
    'Every location has an independent queue',
    'There is nothing to download and no account to make.',
    'Custom integrations, analytics beyond those of the dashboard, and bulk SMS are part of the Custom Plan.',
    'Write to support@holdline.example',
  ])
    expect(words).toContain(text);
});

test('the privacy policy has the sections of the spec', async () => {
  const words = wordsOf(await htmlOf('/policy'));
  expect(words).toContain('Privacy Policy Last updated 21 August 2025');
  expect(policy.sections.map(({ title }) => title)).toEqual([
    'Data we collect',
    'How we use it',
    'Who we share it with',
    'How long we keep it',
    'Your rights',
    'Security',
    'International transfers',
    'Children under 13',
    'Changes to this policy',
    'Contact',
  ]);
  for (const { title } of policy.sections) expect(words).toContain(`. ${title}`);
  for (const text of [
    'Payment provider (Stripe)',
    'SMS provider (Twilio)',
    'Guests’ names, phone numbers and what staff noted: 30 days after the visit ended',
    'Messages sent by our forms: 24 months after they were sent, then they are erased, here and in our mailbox.',
    'Of a deleted account: keyed hashes of its confirmed email address and its proven phone number, as a record of the free trial, for one year after the sign-up',
    'our pages load nothing from other sites, except a bot check, if we use one: on our two forms, and before a join when many come from one network.',
    'is not meant for children under 13',
  ])
    expect(words).toContain(text);
});

test('the terms have twenty numbered sections and the seven points of the spec', async () => {
  const words = wordsOf(await htmlOf('/terms'));
  expect(terms.sections).toHaveLength(20);
  expect(words).toContain('Terms of Service Last updated 21 August 2025');
  terms.sections.forEach(({ title }, index) => expect(words).toContain(`${index + 1}. ${title}`));
  for (const text of [
    'You must be at least 18 years old to open or use a business account.',
    'Paid plans are billed in advance',
    'The cancellation takes effect at the end of the period that is paid',
    'Payments are not refunded',
    'capped at the amounts you paid us in the 12 months before',
    'governed by Indonesian law',
    'decided by the courts of Jakarta',
    'a free trial of 14 days',
  ])
    expect(words).toContain(text);
});

test('an unknown path is the 404 page with its status, and leads home', async () => {
  const page = await open('/nowhere');
  const html = await page.text();
  expect(page.status).toBe(404);
  expect(wordsOf(html)).toContain(
    "404 - Page Not Found Oops! The page you're looking for doesn't exist. Go home",
  );
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toContain('rel="canonical"');
  expect(linksOf(html).filter((href) => href === '/')).toHaveLength(2);
});

test('each public page has its own title, description, canonical address and preview picture', async () => {
  const heads = await Promise.all(
    [...publicPages, '/queue'].map(async (path) => {
      const html = await htmlOf(`${path}?from=elsewhere`);
      const contentOf = (name: string) =>
        new RegExp(`(?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
      return {
        path,
        title: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '',
        ogTitle: contentOf('og:title'),
        description: contentOf('description') ?? '',
        ogDescription: contentOf('og:description'),
        url: contentOf('og:url'),
        canonical: /rel="canonical" href="([^"]+)"/.exec(html)?.[1],
        image: contentOf('og:image'),
        card: contentOf('twitter:card'),
      };
    }),
  );
  for (const { path, title, description, ...rest } of heads) {
    // This page is for guests, so its title has another form.
    expect(title).toMatch(path === '/queue' ? /^Join the Queue$/ : /^.{3,60} · Holdline$/);
    expect(description, path).toMatch(/^.{30,200}$/);
    expect(rest).toEqual({
      ogTitle: title,
      ogDescription: description,
      url: origin + path,
      canonical: origin + path,
      image: `${origin}/share.png`,
      card: 'summary_large_image',
    });
  }
  expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length);
});

test('the demo page carries its film: played when asked to, with captions, and told in words', async () => {
  const html = await htmlOf('/demo');
  const [video = '', attributes = ''] = /<video([^>]*)>.*?<\/video>/s.exec(html) ?? [];
  expect(attributes.match(/[\w-]+(?==)/g)?.toSorted()).toEqual([
    'aria-describedby', 'aria-label', 'class', 'controls', 'height', 'playsInline', 'poster', 'preload', 'width',
  ]); // oxfmt-ignore
  expect(attributes).toContain('preload="none"');
  expect(attributes).toContain('width="1280" height="960"');
  const [, poster] = /poster="([^"]+)"/.exec(attributes) ?? [];
  const first =
    /<head>.*?<link rel="preload" as="image" fetchpriority="high" href="([^"]+)">.*?<\/head>/s.exec(html);
  expect(first?.[1]).toBe(poster);
  // Without a build, a file has the name of its source. The build's options are in the query.
  expect([...video.matchAll(/src="[^"]*?\.(\w+)(?:\?[\w-]+)?"/g)].map(([, type]) => type)).toEqual([
    'webm',
    'mp4',
    'vtt',
  ]);
  expect(video).toMatch(/<track kind="captions" [^>]*srcLang="en" [^>]*default=""/);
  const words = wordsOf(html);
  expect(words).toContain('The film in words Lunchtime at the Blue Door Café');
  expect(words).toContain(
    'Your turn, in the same moment The owner admits Nadia. Her page turns amber at once',
  );
});

test('owners’ pages send no referrer', async () => {
  expect(await htmlOf('/business/dashboard')).not.toContain('canonical');
  expect(await htmlOf('/reset?token=x')).not.toContain('canonical');
});

test('machines read what it is, what it costs and what people ask', async () => {
  const about = async (path: string): Promise<unknown> => {
    const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await htmlOf(path)) ?? [];
    return json === undefined ? null : JSON.parse(json);
  };
  const offer = (name: string, price: number) => ({
    '@type': 'Offer',
    name,
    price,
    priceCurrency: 'USD',
    url: `${origin}/#pricing`,
  });
  expect(await about('/')).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: 'Holdline',
    offers: [
      offer('Starter Monthly', 19),
      offer('Starter Yearly', 190),
      offer('Professional Monthly', 49),
      offer('Professional Yearly', 490),
    ],
  });
  const faq = {
    '@type': 'Question',
    acceptedAnswer: { '@type': 'Answer', text: expect.stringMatching(/^[^[\]]+$/) },
  };
  expect(await about('/help')).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: [
      { ...faq, name: 'Do guests get SMS notifications?' },
      faq,
      faq,
      faq,
      { ...faq, name: 'What about advanced features?' },
    ],
  });
  expect(await about('/demo')).toMatchObject({
    '@type': 'VideoObject',
    name: 'Holdline: See it work',
    thumbnailUrl: expect.stringMatching(/^https?:\/\/.+\.webp$/),
    contentUrl: expect.stringMatching(/^https?:\/\/.+\.mp4$/),
    duration: expect.stringMatching(/^PT\d\dS$/),
  });
  expect(await about('/terms')).toBeNull();
});

test('search engines are told of every public page and kept out of owners’ and linked ones', async () => {
  const robots = await open('/robots.txt');
  expect([robots.status, robots.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=UTF-8']);
  const rules = await robots.text();
  expect(rules).toContain(`Sitemap: ${origin}/sitemap.xml`);
  const closed = [...rules.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
  expect(closed).toEqual([
    '/business/', '/payments', '/payment-success', '/plan-change', '/admin', '/reset', '/verify', '/auth/', '/dev/',
  ]); // oxfmt-ignore
  const security = await (await open('/.well-known/security.txt')).text();
  expect(security.split('\n')).toEqual([
    `Contact: mailto:${product.supportEmail}`,
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT[\d:.]+Z$/),
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${origin}/policy`,
    '',
  ]);
  const sitemap = await open('/sitemap.xml');
  expect([sitemap.status, sitemap.headers.get('Content-Type')]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ]);
  const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) =>
    url.slice(origin.length),
  );
  expect(listed.toSorted()).toEqual(
    ['/', '/demo', '/feedback', '/help', '/policy', '/queue', '/sales', '/signup', '/terms'],
  ); // oxfmt-ignore
  for (const path of listed) {
    expect([path, (await open(path)).status]).toEqual([path, 200]);
    expect(closed.filter((start) => path.startsWith(start))).toEqual([]);
  }
});
