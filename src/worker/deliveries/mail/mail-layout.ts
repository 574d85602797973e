/** Layout of our mails: greeting, paragraphs, facts, quoted user input, at most one button, notes, signature. Pure. */
import { mailCopy, type MailCopy } from '../../../shared/copy/en/owner/mails.ts';
import { LANGUAGE_PARAMETER, languageFacts } from '../../../shared/languages.ts';
import { product } from '../../../shared/product.ts';

/**
 * The content of a mail, as plain text. `subject` becomes a mail header, so it contains only our own words and no user
 * input.
 */
export type MailContent = {
  subject: string;
  paragraphs: string[];
  /** Lines with a label and a value. A value may be user input of one line. */
  facts?: [label: string, value: string][];
  /** User input of several lines, shown as a quote, so that nobody mistakes the input for our words. */
  quoted?: string;
  /** `url` begins with the configured origin. */
  button?: { label: string; url: string };
  /** Paragraphs after the button. */
  notes?: string[];
};

/** A mail as plain text and as HTML, with the same words. Lines end in `\n`. */
export type Mail = {
  subject: string;
  text: string;
  html: string;
  /** The reply address, without a name. If it is absent, replies go to our address (`product.supportEmail`). */
  replyTo?: string;
};

type Framing = Pick<MailCopy, 'language' | 'greeting'>;

export function tokenLink(origin: string, path: string, token: string): string {
  return `${origin}${path}?token=${encodeURIComponent(token)}`;
}

/**
 * A link whose page opens in the language of the mail. Links of English mails set no language, so the page uses the
 * browser's language.
 */
function inLanguage(url: string, { language }: Framing): string {
  if (language === 'en') return url;
  return `${url}${url.includes('?') ? '&' : '?'}${LANGUAGE_PARAMETER}=${language}`;
}

export function layOut(content: MailContent, framing: Framing = mailCopy): Mail {
  return { subject: content.subject, text: asText(content, framing), html: asHtml(content, framing) };
}

function asText(
  { paragraphs, facts = [], quoted, button, notes = [] }: MailContent,
  framing: Framing,
): string {
  const told = facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')];
  const quote = quoted === undefined ? [] : [quoted.replace(/^/gm, '> ')];
  const action = button === undefined ? [] : [`${button.label}:\n${inLanguage(button.url, framing)}`];
  const blocks = [framing.greeting, ...paragraphs, ...told, ...quote, ...action, ...notes];
  return `${blocks.join('\n\n')}\n\n${product.name}\n${product.supportEmail}\n`;
}

/**
 * The HTML has no tables, images or style sheet. Text has the colours of the mail program, which may be in dark mode.
 * Only the button has its own two colours.
 */
function asHtml(
  { subject, paragraphs, facts = [], quoted, button, notes = [] }: MailContent,
  framing: Framing,
): string {
  const { language, greeting } = framing;
  const told = facts.length === 0 ? '' : factsOf(facts);
  const quote = quoted === undefined ? '' : quoteOf(quoted);
  const action = button === undefined ? '' : buttonOf(button.label, inLanguage(button.url, framing));
  return `<!doctype html>
<html lang="${language}" dir="${languageFacts[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<div dir="${languageFacts[language].direction}" style="max-width:34em;margin:0 auto">
${[greeting, ...paragraphs].map(paragraphOf).join('\n')}
${told}${quote}${action}${notes.map(paragraphOf).join('\n')}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #7c8a8c;font-size:14px">${escaped(product.name)}<br><a href="mailto:${escaped(product.supportEmail)}" dir="ltr" style="color:inherit">${escaped(product.supportEmail)}</a></p>
</div>
</body>
</html>
`;
}

function paragraphOf(text: string): string {
  return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escaped(text)}</p>`;
}

function factsOf(facts: [label: string, value: string][]): string {
  const lines = facts.map(([label, value]) => `${escaped(label)}: <bdi>${escaped(value)}</bdi>`);
  return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${lines.join('<br>')}</p>\n`;
}

function quoteOf(text: string): string {
  return `<blockquote dir="auto" style="margin:0 0 16px;padding-left:16px;border-left:3px solid #7c8a8c;white-space:pre-wrap;overflow-wrap:anywhere">${escaped(text)}</blockquote>\n`;
}

/** The full URL is also shown below the button: some people check the URL, and some mail programs show no links. */
function buttonOf(label: string, url: string): string {
  const href = escaped(url);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 24px;border-radius:10px;background-color:#0b5d66;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>
<p style="margin:0 0 24px;font-size:14px;overflow-wrap:anywhere"><a href="${href}" dir="ltr" style="color:inherit">${href}</a></p>
`;
}

/** Escapes text for elements and quoted attributes. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
