/**
 * Renders public pages with a form on the server, so that the first paint needs no script. The app hydrates
 * these pages.
 */
import type { Config } from '../../platform/config.ts';
import { formPages, type FormPath } from '../../../shared/site/site-pages.ts';
import { turnstileScript } from '../../http/human-check.ts';
import { addressOf, buildFile, chunksOf, textOf, stylesheetsOf } from '../../pages/build-files.ts';
import { addHead } from '../../pages/head.ts';
import { newNonce, pageHeaders, withNonce } from '../../pages/page-headers.ts';

const SHELL_SOURCE = 'index.html';
/** The script that runs before the app. */
const EARLY_SOURCE = 'src/client/entries/forms.ts';

/** The app's module for each page. */
const sources: Record<FormPath, string> = {
  '/login': 'src/client/features/account/sign-in/log-in.tsx',
  '/signup': 'src/client/features/account/sign-in/sign-up.tsx',
  '/forgot': 'src/client/features/account/sign-in/forgot-password.tsx',
  '/feedback': 'src/client/features/forms/feedback.tsx',
  '/sales': 'src/client/features/forms/sales.tsx',
};

/** Cache of the rendered pages, which are the same for everybody. */
const rendered = new Map<FormPath, string>();

/** Public forms that have a bot check, if Turnstile is configured. */
const checkedForms: ReadonlySet<FormPath> = new Set(['/feedback', '/sales']);

export async function formPage(
  env: Env,
  request: Request,
  path: FormPath,
  { origin, turnstile }: Pick<Config, 'origin' | 'turnstile'>,
): Promise<Response> {
  const nonce = newNonce();
  const html = await htmlOf(path);
  const rewriter = addHead(withNonce(nonce), { ...formPages[path], url: origin + path, origin }).on('#root', {
    element: (root) => void root.setInnerContent(html, { html: true }),
  });
  const check = checkedForms.has(path) ? turnstile : null;
  if (check !== null) {
    // `client/features/forms/human-check.tsx` reads this element.
    const meta = `<meta name="human-check" content="${check.siteKey}" data-script="${turnstileScript(check)}">`;
    rewriter.on('head', { element: (head) => void head.append(meta, { html: true }) });
  }
  // On the development server, the app's modules load the styles.
  if (!import.meta.env.DEV) await addBuildFiles(rewriter, { env, request, path, nonce });
  const page = rewriter.transform(await buildFile(env, request, '/index.html'));
  return new Response(page.body, { headers: pageHeaders(nonce, { widgetsFrom: check?.origin }) });
}

async function htmlOf(path: FormPath): Promise<string> {
  const known = rendered.get(path);
  if (known !== undefined) return known;
  const { renderFormPage } = await import('#site-renderer');
  const html = await renderFormPage(path);
  rendered.set(path, html);
  return html;
}

type Asked = { env: Env; request: Request; path: FormPath; nonce: string };

/**
 * Inlines all styles, so that one round trip shows the page. Adds the scripts that load the app after the first paint.
 */
async function addBuildFiles(rewriter: HTMLRewriter, { env, request, path, nonce }: Asked): Promise<void> {
  const [ofShell, ofPage, shellChunks, pageChunks, earlyChunks, early] = await Promise.all([
    stylesheetsOf(env, request, SHELL_SOURCE),
    stylesheetsOf(env, request, sources[path]),
    chunksOf(env, request, SHELL_SOURCE),
    chunksOf(env, request, sources[path]),
    chunksOf(env, request, EARLY_SOURCE),
    addressOf(env, request, EARLY_SOURCE),
  ]);
  const sheets = [...new Set([...ofShell, ...ofPage])];
  const styles = await Promise.all(sheets.map((href) => textOf(env, request, href)));
  const atHeadEnd = [
    `<style nonce="${nonce}">${styles.join('')}</style>`,
    // These links tell Vite that the inlined styles need not be loaded again.
    ...sheets.map((href) => `<link rel="stylesheet" crossorigin href="${href}" disabled>`),
    ...earlyChunks
      .filter((href) => href !== early)
      .map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ];
  const parts = [...new Set([...shellChunks, ...pageChunks])];
  rewriter
    .on('link[rel="stylesheet"], link[rel="modulepreload"]', { element: (link) => void link.remove() })
    .on('script[src]', {
      element(script) {
        script.setAttribute('data-app', script.getAttribute('src') ?? '');
        script.setAttribute('data-parts', parts.join(' '));
        script.setAttribute('src', early);
      },
    })
    .on('head', { element: (head) => void head.append(atHeadEnd.join(''), { html: true }) });
}
