/** Our two HTML files, completed for one answer. */
import { renderGuestPage } from '#guest-renderer';
import { guestCopy } from '../../shared/copy/guest.ts';
import type { GuestPageBoot } from '../../shared/guest-queue.ts';
import { isOver } from '../../shared/visit-over.ts';
import { newNonce, pageHeaders } from './page-headers.ts';

/** The first render of React is slow; it is done before the first guest comes. */
renderGuestPage({ path: '/queue' });

/** Built stylesheets by address. Addresses carry a hash, so what was read once stays true. */
const stylesheets = new Map<string, string>();

/** The public site and the owner's area, which the browser renders. It is told of a 404: not all of its pages always exist. */
export async function shellPage(env: Env, request: Request, status: 200 | 404): Promise<Response> {
  const nonce = newNonce();
  const rewriter = withNonce(nonce);
  if (status === 404)
    rewriter.on('html', { element: (html) => void html.setAttribute('data-status', '404') });
  const page = rewriter.transform(await template(env, request, '/index.html'));
  return new Response(page.body, { status, headers: pageHeaders(nonce) });
}

/** The guest's page with its styles, its data and its first picture inside, so that one round trip shows all of it. */
export async function guestPage(
  env: Env,
  request: Request,
  boot: GuestPageBoot,
  status: 200 | 404,
): Promise<Response> {
  const nonce = newNonce();
  const rewriter = withNonce(nonce)
    .on('title', { element: (title) => void title.setInnerContent(documentTitle(boot)) })
    .on('link[rel="stylesheet"]', {
      async element(link) {
        const css = await stylesheet(env, request, link.getAttribute('href') ?? '');
        for (const font of fontsAtOnce(css, boot)) {
          link.before(`<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`, {
            html: true,
          });
        }
        link.replace(`<style nonce="${nonce}">${css}</style>`, { html: true });
      },
    })
    .on('#boot', {
      // In JSON '<' stands in strings only, and there it can be written so that it ends no element.
      element: (script) =>
        void script.setInnerContent(JSON.stringify(boot).replaceAll('<', '\\u003c'), { html: true }),
    })
    .on('#root', {
      element(root) {
        if (canRender(boot)) root.setInnerContent(renderGuestPage(boot), { html: true });
      },
    });
  const page = rewriter.transform(await template(env, request, '/queue.html'));
  return new Response(page.body, { status, headers: pageHeaders(nonce) });
}

/** What is still loading is not rendered here: it is the browser's to load and to show. */
function canRender({ path, business, unknownBusiness }: GuestPageBoot): boolean {
  return (
    path === '/queue' || unknownBusiness === true || (business !== undefined && business.addresses.length > 0)
  );
}

function withNonce(nonce: string): HTMLRewriter {
  return new HTMLRewriter().on('style', { element: (style) => void style.setAttribute('nonce', nonce) });
}

/** A file of the build, without the conditions of the request: the page made from it is another one each time. */
async function template(env: Env, request: Request, path: string): Promise<Response> {
  const page = await env.ASSETS.fetch(new URL(path, request.url));
  if (!page.ok) throw new Error(`The build has no ${path}`);
  return page;
}

async function stylesheet(env: Env, request: Request, href: string): Promise<string> {
  const known = stylesheets.get(href);
  if (known !== undefined) return known;
  const file = await env.ASSETS.fetch(new URL(href, request.url));
  if (!file.ok) throw new Error(`The build has no ${href}`);
  const css = await file.text();
  stylesheets.set(href, css);
  return css;
}

/** The fonts that the first picture is drawn with: text always, the large digits where a place is shown. */
function fontsAtOnce(css: string, { visit }: GuestPageBoot): string[] {
  const showsPlace = visit !== undefined && !isOver(visit.status);
  const needed = showsPlace ? ['figtree-latin-', 'bricolage-digits-'] : ['figtree-latin-'];
  const fonts = [...css.matchAll(/url\(["']?(\/assets\/[\w.-]+\.woff2)["']?\)/g)].map(
    ([, path]) => path ?? '',
  );
  return fonts.filter((path) => !path.includes('-ext-') && needed.some((name) => path.includes(name)));
}

/** The same titles as the page gives itself in the browser. */
function documentTitle({ business, visit, unknownBusiness }: GuestPageBoot): string {
  if (unknownBusiness) return guestCopy.page.unknownDocumentTitle;
  if (visit !== undefined && !isOver(visit.status)) {
    const { status } = visit;
    return status.admitted
      ? guestCopy.turn.documentTitle(status.businessName)
      : guestCopy.status.documentTitle(status.position, status.businessName);
  }
  const name = business?.addresses[0]?.businessName;
  return name === undefined ? guestCopy.lookup.title : guestCopy.page.joinTitle(name);
}
