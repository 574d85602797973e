/** Public pages without React in the browser, and the 404 page. */
import { siteCopy } from '../../../shared/copy/en/site.ts';
import { serverRenderedPages, type ServerRenderedPath } from '../../../shared/site/site-pages.ts';
import { addressOf, buildFile, textOf, stylesheetsOf } from '../../pages/build-files.ts';
import { addHead } from '../../pages/head.ts';
import { factsOf } from './page-facts.ts';
import { newNonce, pageHeaders, withNonce } from '../../pages/page-headers.ts';

/** The file whose stylesheets these pages need. */
const PAGES_SOURCE = 'src/client/entries/site-pages.tsx';

/**
 * Pages with an interactive demo line. The next two constants are the demo line's script, and the entries whose styles
 * the demo line needs.
 */
const playful: ReadonlySet<string | null> = new Set(['/', '/demo'] satisfies ServerRenderedPath[]);
const SANDBOX_SOURCE = 'src/client/entries/sandbox.ts';
const sandboxStyles = ['queue.html', 'src/client/features/dashboard/dashboard.tsx', SANDBOX_SOURCE];
/** The modules that these pages load on the development server, where components load their own styles. */
const sandboxModules = [
  'src/client/features/guest/status/status-step.tsx',
  'src/client/features/guest/status/turn-step.tsx',
  'src/client/features/line/rows/line-row.tsx',
  SANDBOX_SOURCE,
];

const POSTER_SOURCE = 'src/client/film/demo-poster.webp';

/** Cache of the rendered pages, which are the same for everybody. */
const rendered = new Map<ServerRenderedPath | null, string>();

/** @param path the page's path; null for the 404 page @param origin the configured origin, never from a request */
export async function sitePage(
  env: Env,
  request: Request,
  path: ServerRenderedPath | null,
  origin: string,
): Promise<Response> {
  const nonce = newNonce();
  const rewriter = withNonce(nonce);
  if (path === null) {
    rewriter
      .on('title', { element: (title) => void title.setInnerContent(siteCopy.notFoundTitle) })
      .on('meta[name="description"]', { element: (meta) => void meta.remove() })
      .on('head', {
        element: (head) => void head.append('<meta name="robots" content="noindex">', { html: true }),
      });
  } else {
    addHead(rewriter, {
      ...serverRenderedPages[path],
      url: origin + path,
      origin,
      about: await factsOf(path, origin, (source) => addressOf(env, request, source)),
    });
  }
  if (path === '/demo') {
    const tag = posterTag(await addressOf(env, request, POSTER_SOURCE));
    rewriter.on('title', { element: (title) => void title.after(tag, { html: true }) });
  }
  const html = await htmlOf(path);
  const end = await stylesAndScripts(env, request, path, nonce);
  rewriter
    .on('head', { element: (head) => void head.append(end, { html: true }) })
    .on('body', { element: (body) => void body.prepend(html, { html: true }) });
  const page = rewriter.transform(await buildFile(env, request, '/site.html'));
  return new Response(page.body, { status: path === null ? 404 : 200, headers: pageHeaders(nonce) });
}

async function htmlOf(path: ServerRenderedPath | null): Promise<string> {
  const known = rendered.get(path);
  if (known !== undefined) return known;
  // The renderer is loaded on demand, so that the Worker starts fast for guests who join.
  const { renderSitePage } = await import('#site-renderer');
  const html = renderSitePage(path);
  rendered.set(path, html);
  return html;
}

/** Inlines all styles, so that one round trip shows the page. On the development server, modules load the styles. */
async function stylesAndScripts(
  env: Env,
  request: Request,
  path: ServerRenderedPath | null,
  nonce: string,
): Promise<string> {
  const plays = playful.has(path);
  if (import.meta.env.DEV) return [PAGES_SOURCE, ...(plays ? sandboxModules : [])].map(moduleTag).join('');
  const sources = [PAGES_SOURCE, ...(plays ? sandboxStyles : [])];
  const sheets = await Promise.all(sources.map((source) => stylesheetsOf(env, request, source)));
  const texts = await Promise.all([...new Set(sheets.flat())].map((href) => textOf(env, request, href)));
  const script = plays ? moduleTag((await addressOf(env, request, SANDBOX_SOURCE)).slice(1)) : '';
  return `<style nonce="${nonce}">${texts.join('')}</style>${script}`;
}

/** Preloads the largest image of the page. The image loads before the fonts, because fonts have fallbacks. */
function posterTag(href: string): string {
  return `<link rel="preload" as="image" fetchpriority="high" href="${href}">`;
}

function moduleTag(source: string): string {
  return `<script type="module" src="/${source}"></script>`;
}
