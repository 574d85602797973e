/**
 * Renders the guest's page and the app's shell for one response. Public pages are rendered by `site-page.ts` and
 * `form-page.ts`.
 */
import { renderGuestPage, renderTurn } from '#guest-renderer';
import { clockSamples } from '../../../shared/time/clock-samples.ts';
import { guestCatalogues } from '../../../shared/copy/guest-catalogues.ts';
import { pageCatalogues } from '../../../shared/copy/worker-page-catalogues.ts';
import type { CatalogueAddresses, GuestPageBoot, WrittenBoot } from '../../../shared/contracts/guest.ts';
import { catalogueFiles, languageFacts, tagsByWeight, type Language } from '../../../shared/languages.ts';
import { ownerCatalogueFiles } from '../../../shared/owner-languages.ts';
import { isOver } from '../../../shared/visit-values.ts';
import { addressOf, buildFile, chunksOf, stylesheetsOf, textOf } from '../../pages/build-files.ts';
import { addDescription } from '../../pages/head.ts';
import { newNonce, pageHeaders, withNonce } from '../../pages/page-headers.ts';

/** Reload interval of a page without scripts: short enough to notice a turn, long enough to read. */
const REFRESH_SECONDS = 15;

/** Paths of pages that can be installed as separate apps, with their web manifests. */
const ownManifests: ReadonlyMap<string, string> = new Map([
  ['/business/stand', '/stand.webmanifest'],
  ['/device', '/device.webmanifest'],
]);

/**
 * Pages that show a line: the path of each page, and the source files that the page loads lazily
 * (`entries/router.tsx`).
 */
const linePages: ReadonlyMap<string, string[]> = new Map(
  ['dashboard', 'stand'].map((page) => [
    `/business/${page}`,
    [
      'src/client/member-area/member-area.tsx',
      'src/client/features/dashboard/broken-dashboard.tsx',
      `src/client/features/${page}/${page}.tsx`,
    ],
  ]),
);
const SHELL_SOURCE = 'index.html';
const TEMPLATE_SOURCE = 'queue.html';
/** The script that requests the member's data before the app of these pages runs. */
const MEMBER_CALL_SOURCE = 'src/client/entries/member-call.ts';

/** Cache of the catalogues' URLs. The build's files never change while the Worker runs. */
let catalogues: CatalogueAddresses | null = null;

/**
 * The shell of client-rendered pages: the members' area, and the pages behind links in mails. If the language is not
 * English, the script with the catalogue of this language is placed before the other scripts
 * (`shared/copy/page-language.ts`).
 */
export async function shellPage(env: Env, request: Request, language: Language = 'en'): Promise<Response> {
  const nonce = newNonce();
  const rewriter = withNonce(nonce);
  const { pathname } = new URL(request.url);
  const manifest = ownManifests.get(pathname);
  const parts = linePages.get(pathname);
  if (language !== 'en') await setLanguage(rewriter, env, request, language);
  if (parts !== undefined && !import.meta.env.DEV) await orderFiles(rewriter, env, request, parts);
  if (manifest !== undefined)
    rewriter.on('link[rel="manifest"]', { element: (link) => void link.setAttribute('href', manifest) });
  const page = rewriter.transform(await buildFile(env, request, '/index.html'));
  return new Response(page.body, { headers: pageHeaders(nonce) });
}

async function setLanguage(
  rewriter: HTMLRewriter,
  env: Env,
  request: Request,
  language: Exclude<Language, 'en'>,
): Promise<void> {
  const script = await addressOf(env, request, ownerCatalogueFiles[language]);
  rewriter
    .on('html', {
      element(html) {
        html.setAttribute('lang', language);
        html.setAttribute('dir', languageFacts[language].direction);
      },
    })
    .on('script[src]', {
      element: (app) =>
        void app.before(`<script type="module" crossorigin src="${script}"></script>`, { html: true }),
    });
}

/**
 * Sets the order in which a page with a line loads its files. The member's data is requested first. Each script of the
 * app has its own tag before the tag of the entry, so that a script runs while the next scripts load. The lazy parts
 * load together with the entry, which saves one round trip. The app loads the fonts after its scripts
 * (`entries/app.tsx`).
 */
async function orderFiles(
  rewriter: HTMLRewriter,
  env: Env,
  request: Request,
  parts: string[],
): Promise<void> {
  const of = async (find: typeof chunksOf) =>
    new Set((await Promise.all(parts.map((source) => find(env, request, source)))).flat());
  const [call, ofShell, shellStyles, scripts, styles] = await Promise.all([
    addressOf(env, request, MEMBER_CALL_SOURCE),
    chunksOf(env, request, SHELL_SOURCE),
    stylesheetsOf(env, request, SHELL_SOURCE),
    of(chunksOf),
    of(stylesheetsOf),
  ]);
  const first = [call, ...ofShell.slice(0, -1)].map(
    (src) => `<script type="module" crossorigin src="${src}"></script>`,
  );
  const last = [
    ...[...styles]
      .filter((href) => !shellStyles.includes(href))
      .map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...[...scripts]
      .filter((href) => !ofShell.includes(href))
      .map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ];
  rewriter
    .on('link[as="font"]', { element: (link) => void link.remove() })
    .on('link[rel="modulepreload"]', { element: (link) => void link.remove() })
    .on('script[src]', { element: (script) => void script.before(first.join(''), { html: true }) })
    .on('head', { element: (head) => void head.append(last.join(''), { html: true }) });
}

/**
 * The guest's page with styles, data and rendered markup inline, so that one round trip shows the whole page.
 * @param options.sharedAt the configured origin for link previews, only on pages that are the same for everybody
 * @param options.widgetsFrom the origin of the bot check's widget, which a join may need
 */
export async function guestPage(
  env: Env,
  request: Request,
  boot: GuestPageBoot,
  status: 200 | 404,
  { sharedAt, widgetsFrom }: { sharedAt?: string | undefined; widgetsFrom?: string | undefined } = {},
): Promise<Response> {
  const nonce = newNonce();
  const copy = guestCatalogues[boot.language];
  const addresses = await catalogueAddresses(env, request);
  const clocks = clockSamples(tagsByWeight(request.headers.get('Accept-Language')));
  const written: WrittenBoot = { ...boot, catalogues: addresses, clocks };
  const turn = canRender(boot) ? renderTurn(written) : null;
  const behindTheData = [
    ...(turn === null ? [] : [`<template id="turn">${turn}</template>`]),
    await earlyScript(env, request, boot.language, nonce),
  ];
  /** Tags of the build's scripts, in order. */
  const behindThePage: string[] = [];
  const rewriter = withNonce(nonce)
    .on('html', {
      element(html) {
        html.setAttribute('lang', boot.language);
        html.setAttribute('dir', languageFacts[boot.language].direction);
      },
    })
    // Scripts are moved behind styles and markup, because the page is readable without scripts.
    .on('script[type="module"][src]', {
      element(script) {
        behindThePage.push(
          `<script type="module" crossorigin fetchpriority="low" src="${addressIn(script, 'src')}"></script>`,
        );
        script.remove();
      },
    })
    .on('link[rel="modulepreload"]', {
      element(link) {
        behindThePage.push(preload(addressIn(link, 'href')));
        link.remove();
      },
    })
    .on('body', {
      element(body) {
        body.onEndTag((end) => {
          // Preloads the catalogue. Without the preload, the catalogue would load only after the page's script runs.
          end.before([preload(addresses[boot.language]), ...behindThePage].join(''), { html: true });
        });
      },
    })
    .on('head', {
      element(head) {
        // Without scripts, the page reloads itself, and styles hide the controls that need scripts.
        if (refreshesItself(boot))
          head.append(`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`, {
            html: true,
          });
      },
    })
    .on('title', { element: (title) => void title.setInnerContent(documentTitle(boot)) })
    .on('link[rel="stylesheet"]', {
      async element(link) {
        const css = await textOf(env, request, link.getAttribute('href') ?? '');
        link.replace(`<style nonce="${nonce}">${css}</style>`, { html: true });
      },
    })
    .on('#boot', {
      element(script) {
        // In JSON, '<' occurs only in strings. A '<' in its escaped form cannot end the script element.
        script.setInnerContent(JSON.stringify(written).replaceAll('<', '\\u003c'), { html: true });
        script.after(behindTheData.join(''), { html: true });
      },
    })
    .on('#root', {
      element(root) {
        if (canRender(boot)) root.setInnerContent(renderGuestPage(written), { html: true });
        // The message is placed after the root element and not in it, because the page's script hydrates a root element
        // that has content.
        else root.after(`<noscript>${copy.page.loadFailedHint}</noscript>`, { html: true });
      },
    });
  if (sharedAt !== undefined)
    addDescription(rewriter, {
      title: documentTitle(boot),
      description: pageCatalogues[boot.language].description,
      url: sharedAt + boot.path,
      origin: sharedAt,
    });
  const page = rewriter.transform(await buildFile(env, request, '/queue.html'));
  const headers = pageHeaders(nonce, { widgetsFrom, runsInline: true });
  headers.set('Link', await earlyScripts(env, request, addresses[boot.language]));
  return new Response(page.body, { status, headers });
}

/**
 * The script that keeps the page up to date until its other scripts have loaded (`client/features/guest/early/`). The
 * build makes one script for each language.
 */
async function earlyScript(env: Env, request: Request, language: Language, nonce: string): Promise<string> {
  if (import.meta.env.DEV) return `<script type="module" src="/@id/virtual:early-page/${language}"></script>`;
  return `<script nonce="${nonce}">${await textOf(env, request, `/.early/${language}.js`)}</script>`;
}

/**
 * A `Link` header for the page's scripts. The browser requests these scripts when the headers arrive, before the HTML.
 */
async function earlyScripts(env: Env, request: Request, catalogue: string): Promise<string> {
  const scripts = import.meta.env.DEV ? [] : await chunksOf(env, request, TEMPLATE_SOURCE);
  return [catalogue, ...scripts]
    .map((address) => `<${address}>; rel=modulepreload; crossorigin; fetchpriority=low`)
    .join(', ');
}

function addressIn(tag: Element, attribute: 'src' | 'href'): string {
  const address = tag.getAttribute(attribute);
  if (address === null) throw new Error(`A tag of the build has no ${attribute}.`);
  return address;
}

function preload(address: string): string {
  return `<link rel="modulepreload" crossorigin fetchpriority="low" href="${address}">`;
}

/** Whether the server renders the page. If data are missing, the browser loads the data and renders the page. */
function canRender({ path, business, unknownBusiness }: GuestPageBoot): boolean {
  return (
    path === '/queue' ||
    unknownBusiness !== undefined ||
    (business !== undefined && business.addresses.length > 0)
  );
}

function showsVisit({ visit }: GuestPageBoot): boolean {
  return visit !== undefined && !isOver(visit.status);
}

/**
 * Whether the page reloads itself without scripts. A page with a phone field does not reload, because a reload would
 * lose the typed text.
 */
function refreshesItself(boot: GuestPageBoot): boolean {
  const isTyped = boot.numberAsked !== undefined && boot.visit?.status.status === 'waiting';
  return showsVisit(boot) && !isTyped;
}

/** URLs of the catalogues of all languages: built files, or sources on the development server. */
async function catalogueAddresses(env: Env, request: Request): Promise<CatalogueAddresses> {
  if (catalogues !== null) return catalogues;
  const of = (language: Language) => addressOf(env, request, catalogueFiles[language]);
  const [en, id, es, ar] = await Promise.all([of('en'), of('id'), of('es'), of('ar')]);
  catalogues = { en, id, es, ar };
  return catalogues;
}

/** The title of the document. The page's script sets the same title. */
function documentTitle({ language, business, visit, unknownBusiness }: GuestPageBoot): string {
  const copy = guestCatalogues[language];
  if (unknownBusiness) return copy.page[unknownBusiness === 'closed' ? 'closedTitle' : 'unknownTitle'];
  if (visit !== undefined && !isOver(visit.status)) {
    const { status } = visit;
    if (status.holdExpired) return `${copy.turn.timeUp} · ${status.businessName}`;
    return status.admitted
      ? `${copy.turn.title} · ${status.businessName}`
      : copy.status.documentTitle(status.position, status.businessName);
  }
  const name = business?.addresses[0]?.businessName;
  return name === undefined ? copy.lookup.title : copy.page.joinTitle(name);
}
