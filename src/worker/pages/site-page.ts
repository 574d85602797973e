/** The public pages that come whole from here and need no React in the browser, the 404 page among them. */
import { renderSitePage } from '#site-renderer';
import { siteCopy } from '../../shared/copy/site.ts';
import { drawnPages, type DrawnPath } from '../../shared/site-pages.ts';
import { buildFile, stylesheet, stylesheetsOf } from './build-files.ts';
import { addHead } from './head.ts';
import { factsOf } from './page-facts.ts';
import { newNonce, pageHeaders, withNonce } from './page-headers.ts';

/** The file whose stylesheets these pages need. */
const PAGES_SOURCE = 'src/client/site-pages.tsx';

/** Pages as they were drawn first: they are the same for everybody. */
const drawn = new Map<DrawnPath | null, string>();

/** @param path null is the 404 page @param origin as configured, never as a request says */
export async function sitePage(
  env: Env,
  request: Request,
  path: DrawnPath | null,
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
      ...drawnPages[path],
      url: origin + path,
      origin,
      about: factsOf(path, origin),
    });
  }
  const styles = await stylesOf(env, request, nonce);
  rewriter
    .on('head', { element: (head) => void head.append(styles, { html: true }) })
    .on('body', { element: (body) => void body.prepend(htmlOf(path), { html: true }) });
  const page = rewriter.transform(await buildFile(env, request, '/site.html'));
  return new Response(page.body, { status: path === null ? 404 : 200, headers: pageHeaders(nonce) });
}

function htmlOf(path: DrawnPath | null): string {
  const html = drawn.get(path) ?? renderSitePage(path);
  drawn.set(path, html);
  return html;
}

/** All styles inside the page, so that one round trip shows it. On the dev server its own script brings them. */
async function stylesOf(env: Env, request: Request, nonce: string): Promise<string> {
  if (import.meta.env.DEV) return `<script type="module" src="/${PAGES_SOURCE}"></script>`;
  const sheets = await stylesheetsOf(env, request, PAGES_SOURCE);
  const texts = await Promise.all(sheets.map((href) => stylesheet(env, request, href)));
  return `<style nonce="${nonce}">${texts.join('')}</style>`;
}
