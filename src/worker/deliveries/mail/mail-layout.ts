/**
 * The one shape of our mails: a greeting, paragraphs, what somebody typed, at most one button, what is left to say, and who
 * writes. Pure.
 */
import { product } from '../../../shared/product.ts';

/** Plain text throughout. `subject` becomes a header: our own words only, never anybody's who typed them. */
export type MailContent = {
  subject: string;
  paragraphs: string[];
  /** Lines of a name and its value, which may be typed text of one line. */
  facts?: [label: string, value: string][];
  /** Typed text of several lines: marked as somebody's, so that it cannot pass for ours. */
  quoted?: string;
  /** `url` is built from the configured origin. */
  button?: { label: string; url: string };
  /** What follows the button. */
  notes?: string[];
};

/** The same words twice: `text` for readers of text, `html` for the others. Lines of both end in `\n` alone. */
export type Mail = {
  subject: string;
  text: string;
  html: string;
  /** One address without a name, of whom an answer is to go to; ours (`product.supportEmail`) where it is absent. */
  replyTo?: string;
};

const GREETING = 'Hello,';

/** A mail in both forms. */
export function layOut(content: MailContent): Mail {
  return { subject: content.subject, text: asText(content), html: asHtml(content) };
}

function asText({ paragraphs, facts = [], quoted, button, notes = [] }: MailContent): string {
  const told = facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')];
  const quote = quoted === undefined ? [] : [quoted.replace(/^/gm, '> ')];
  const action = button === undefined ? [] : [`${button.label}:\n${button.url}`];
  const blocks = [GREETING, ...paragraphs, ...told, ...quote, ...action, ...notes];
  return `${blocks.join('\n\n')}\n\n${product.name}\n${product.supportEmail}\n`;
}

/**
 * Without tables, images or a style sheet. Text keeps the reader's own colours, so that a dark mailbox shows it dark;
 * only the button brings its own two, which go with either.
 */
function asHtml({ subject, paragraphs, facts = [], quoted, button, notes = [] }: MailContent): string {
  const told = facts.length === 0 ? '' : factsOf(facts);
  const quote = quoted === undefined ? '' : quoteOf(quoted);
  const action = button === undefined ? '' : buttonOf(button);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:34em;margin:0 auto">
${[GREETING, ...paragraphs].map(paragraphOf).join('\n')}
${told}${quote}${action}${notes.map(paragraphOf).join('\n')}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #7c8a8c;font-size:14px">${escaped(product.name)}<br><a href="mailto:${escaped(product.supportEmail)}" style="color:inherit">${escaped(product.supportEmail)}</a></p>
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

/** The address also stands below in full: some read it before they follow it, some mail programs make no link of it. */
function buttonOf({ label, url }: { label: string; url: string }): string {
  const href = escaped(url);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 24px;border-radius:10px;background-color:#0b5d66;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>
<p style="margin:0 0 24px;font-size:14px;overflow-wrap:anywhere"><a href="${href}" style="color:inherit">${href}</a></p>
`;
}

/** For an element's text and for a quoted attribute. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
