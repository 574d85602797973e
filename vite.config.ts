import { cloudflare } from '@cloudflare/vite-plugin';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { build, defineConfig, type Plugin } from 'vite';
import { unstable_readConfig } from 'wrangler';
import * as z from 'zod/mini';
import { catalogueFiles, languages } from './src/shared/languages.ts';
import { ownerCatalogueFiles, ownerLanguages } from './src/shared/owner-languages.ts';
import { withoutAbsentFeatures } from './scripts/build/small-react.ts';

/** Translations of the guest's page, one file for each language. */
const catalogueSources = Object.values(catalogueFiles);

/** Scripts with the owner's sentences, one for each offered language except English. */
const ownerCatalogues = Object.fromEntries(
  Object.entries(ownerCatalogueFiles)
    .filter(([code]) => ownerLanguages.some((language) => language === code))
    .map(([code, file]) => [`owner-${code}`, file]),
);

/** State folder of the local runtime: the same for `npm start`, `npm run dev` and the migrations. */
const statePath = process.env['STATE_DIR'] ?? '.state';

/** Entries that HTML pages load directly: the guest's page with its translations, and the server-rendered pages. */
const guestEntries = ['queue.html', ...catalogueSources];
const serverRenderedEntries = ['site.html', 'src/client/entries/forms.ts'];

/**
 * The operator's name and address, from the variables of the environment for which the build is made. Pages, texts and
 * mails show both.
 */
const { SUPPORT_EMAIL: supportEmail, LEGAL_ENTITY: legalEntity } = z
  .object({ SUPPORT_EMAIL: z.string(), LEGAL_ENTITY: z.string() })
  .parse(
    unstable_readConfig(
      { config: path.join(import.meta.dirname, 'wrangler.toml'), env: process.env['CLOUDFLARE_ENV'] },
      { hideWarnings: true },
    ).vars,
  );

const dashboardRoot = absolute('src/client/features/dashboard/dashboard.tsx');
const chartsRoot = absolute('src/client/features/analytics/analytics-board.tsx');
/**
 * The modules that the router loads for the pages with a line, and the module with the panels that load after the line.
 */
const lineRoots = new Set(
  [
    'src/client/member-area/member-area.tsx',
    'src/client/features/dashboard/broken-dashboard.tsx',
    dashboardRoot,
    'src/client/features/stand/stand.tsx',
    'src/client/features/line/line-panels.tsx',
  ].map(absolute),
);

/**
 * Inlines the constants of `limits.ts`. Otherwise a shared chunk would also contain and export the constants of other
 * pages.
 */
const optimization = { inlineConst: { mode: 'all', pass: 2 } } as const;

/** The prefix of the early modules' names. */
const EARLY = 'virtual:early-page/';

type OwnerChunk = 'site' | 'line' | 'owner' | 'pages';
const jsxRuntime = absolute('src/client/lib/jsx-runtime.ts');

type ModuleInfo = { importers: string[]; dynamicImporters: string[]; isEntry: boolean };
type Graph = { getModuleInfo(id: string): ModuleInfo | null };

function absolute(source: string): string {
  return path.resolve(import.meta.dirname, source);
}

/**
 * A chunk with those of our modules that one of these entries and also another entry import, directly or indirectly.
 */
function sharedChunk(name: string, entries: string[]) {
  const roots = new Set(entries.map(absolute));
  const nameOf = (module: string, graph: Graph): string | null => {
    const seen = new Set([module]);
    for (const id of seen) {
      if (roots.has(id)) return name;
      const info = graph.getModuleInfo(id);
      for (const by of [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])]) seen.add(by);
    }
    return null;
  };
  return { name: nameOf, debugName: name, test: /src[\\/](client|shared)[\\/]/, minShareCount: 2 };
}

/**
 * A chunk of modules that several owner's pages and forms share. `line`: only the pages with a line load it, at the
 * start. `site`: the pages with a line and other pages load it. `owner`: the dashboard and other pages load it, but not
 * the stand. `pages`: only pages without a line load it. Modules that the charts share with pages without a line are in
 * none of these chunks, because the dashboard loads its charts separately.
 */
function ownerChunk(name: OwnerChunk) {
  const nameOf = (module: string, graph: Graph) => (usersOf(module, graph) === name ? name : null);
  const test =
    /src[\\/](client[\\/](member-area|site|ui|features[\\/]line)|shared)[\\/]|styles[\\/]owner\.|vite[\\/]preload-helper/;
  return { name: nameOf, debugName: name, test, minShareCount: 2 };
}

function usersOf(module: string, graph: Graph): OwnerChunk | null {
  const loaded = new Set([module]);
  const roots: string[] = [];
  for (const id of loaded) {
    const info = graph.getModuleInfo(id);
    if (info?.isEntry || info?.dynamicImporters.length) roots.push(id);
    for (const by of info?.importers ?? []) loaded.add(by);
  }
  if (loaded.has(absolute('src/client/entries/app.tsx'))) return 'site';
  const ofLine = roots.filter((root) => lineRoots.has(root));
  if (ofLine.length === 0) return roots.includes(chartsRoot) ? null : 'pages';
  if (ofLine.length === roots.length) return 'line';
  return ofLine.every((root) => root === dashboardRoot) ? 'owner' : 'site';
}

/** The name of a CSS module's class in the build. It is short, because scripts, styles and markup contain it. */
function scopedClassName(name: string, file: string): string {
  const [source = ''] = path.relative(import.meta.dirname, file).split('?');
  return `${name}_${createHash('sha256').update(source).digest('base64url').slice(0, 4)}`;
}

/**
 * React's production modules. The entries of React's packages would choose between builds at runtime, which is unused
 * code in a page.
 */
const reactModules: Record<string, string> = {
  react: 'node_modules/react/cjs/react.production.js',
  'react/jsx-runtime': 'node_modules/react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'node_modules/react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'node_modules/react-dom/cjs/react-dom-client.production.js',
  scheduler: 'node_modules/scheduler/cjs/scheduler.production.js',
};
const reactDom = absolute('node_modules/react-dom/cjs/react-dom-client.production.js');

/**
 * Resolves React to its production modules without the features that no page uses, and its JSX runtime to our
 * `jsx-runtime.ts`, so that every page's scripts are smaller.
 */
const smallReact: Plugin = {
  name: 'small-react',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId(source, importer) {
    if (source === 'react/jsx-runtime' && importer !== jsxRuntime) return jsxRuntime;
    const file = reactModules[source];
    return file && absolute(file);
  },
  transform: (code, id) => (id === reactDom ? { code: withoutAbsentFeatures(code), map: null } : undefined),
};

/** The modules of the early scripts, one for each language: `virtual:early-page/en`. */
const earlyModules: Plugin = {
  name: 'early-modules',
  resolveId: (source) => (source.startsWith(EARLY) ? source : undefined),
  load(id) {
    if (!id.startsWith(EARLY)) return undefined;
    const language = id.slice(EARLY.length);
    return `
      import { placeCopy } from '/src/shared/copy/${language}/place.ts';
      import { startEarlyPage } from '/src/client/features/guest/early/early-page.ts';
      startEarlyPage(placeCopy);`;
  },
};

/**
 * The part of a CSS module that a script needs: a rule that computes the class names. A table would contain each name
 * twice.
 */
function classNameRule(file: string): string {
  // The class names of one module have the same end.
  const suffix = JSON.stringify(scopedClassName('', file));
  return `export default new Proxy({}, { get: (_, name) => name + ${suffix} })`;
}

/** Keeps the styles of CSS modules, and replaces their tables of class names. */
const smallClassNames: Plugin = {
  name: 'small-class-names',
  apply: 'build',
  enforce: 'post',
  transform: (_, id) => (id.endsWith('.module.css') ? { code: classNameRule(id), map: null } : undefined),
};

/** Replaces each CSS module by its class names only, because the page has the styles already. */
const classNamesOnly: Plugin = {
  name: 'class-names-only',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!source.endsWith('.module.css') || importer === undefined) return undefined;
    return `${path.resolve(path.dirname(importer), source)}.js`;
  },
  load: (id) => (id.endsWith('.module.css.js') ? classNameRule(id.slice(0, -'.js'.length)) : undefined),
};

/**
 * Builds the early scripts of the guest's page (`client/features/guest/early/`) as `.early/{language}.js`. Each script
 * has its own build, because the Worker writes it into the page and it must not share files with other scripts. The
 * server does not serve a file whose name begins with a dot.
 */
const earlyScripts: Plugin = {
  name: 'early-scripts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async generateBundle() {
    for (const language of languages) {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        plugins: [earlyModules, classNamesOnly],
        build: {
          write: false,
          rolldownOptions: { input: EARLY + language, output: { format: 'iife' }, optimization },
        },
      });
      if (Array.isArray(built) || !('output' in built)) throw new Error('One build was expected.');
      const [{ code }] = built.output;
      if (/<\/script|<!--/i.test(code)) throw new Error('The early script cannot stand in a page.');
      this.emitFile({ type: 'asset', fileName: `.early/${language}.js`, source: code.trim() });
    }
  },
};

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    smallReact,
    smallClassNames,
    earlyModules,
    earlyScripts,
    cloudflare({
      persistState: { path: statePath },
      // The debugging port is off by default, because two servers on one machine would need the same port.
      inspectorPort: false,
    }),
  ],
  css: { modules: { generateScopedName: scopedClassName } },
  define: { OPERATOR: JSON.stringify({ supportEmail, legalEntity }) },
  // The product sends no CORS headers (`docs/decisions/0009-cross-site.md`), but Vite would add some.
  server: { cors: false },
  resolve: {
    alias: {
      // Leaves out the streaming part of the server renderer, which is not used. So the Worker has 245 KB less code to
      // load.
      ...(command === 'build' && {
        'react-dom/server': path.join(
          import.meta.dirname,
          'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js',
        ),
      }),
      // Leaves out the check of passkeys' certificates, because the product requests no certificates. The upload is 30
      // KiB smaller.
      '@peculiar/x509': absolute('src/worker/features/account/passkeys/no-certificates.ts'),
      '#guest-renderer': new URL('./src/client/entries/guest-on-server.tsx', import.meta.url).pathname,
      '#site-renderer': new URL('./src/client/entries/site-on-server.tsx', import.meta.url).pathname,
    },
  },
  environments: {
    holdline: {
      // The date library reads this global to recognise Node. In the Worker, reading it would load half of Node's
      // modules.
      define: command === 'build' ? { 'globalThis.process': 'undefined' } : {},
      // Removes comments, which would be a fifth of the upload and would be read at each start of the runtime.
      build: { rolldownOptions: { output: { comments: false } } },
    },
    client: {
      build: {
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // The oldest browsers with `light-dark()`. For older browsers, the build would write every colour twice.
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
        rolldownOptions: {
          input: {
            index: 'index.html',
            queue: 'queue.html',
            site: 'site.html',
            // No page loads this entry, but it makes the manifest list the stylesheets of the server-rendered pages
            // (`site-page.ts`).
            'site-pages': 'src/client/entries/site-pages.tsx',
            sandbox: 'src/client/entries/sandbox.ts',
            // Pages with a form load this entry before the app (`form-page.ts`).
            forms: 'src/client/entries/forms.ts',
            // Pages with a line load this entry before the app (`guest-page.ts`).
            'member-call': 'src/client/entries/member-call.ts',
            // The guest's page loads only the file of its language (`entries/guest.tsx`).
            ...catalogueFiles,
            // The Worker writes the script with the sentences of the person's language before the app's script
            // (`guest-page.ts`).
            ...ownerCatalogues,
            // Browsers request service workers by name. A service worker shares no imports with pages.
            'queue-sw': 'src/service-worker/queue-sw.ts',
            'site-sw': 'src/service-worker/site-sw.ts',
          },
          optimization,
          // The exports of the translations must be kept, although no built file imports them.
          preserveEntrySignatures: 'allow-extension',
          output: {
            entryFileNames: ({ name }) => (name.endsWith('-sw') ? '[name].js' : 'assets/[name]-[hash].js'),
            // Makes the browser compile all functions of this chunk while it loads, because nearly all run before the
            // page is interactive.
            postBanner: ({ name }) => (name === 'react' ? '//# allFunctionsCalledOnLoad' : ''),
            codeSplitting: {
              groups: [
                // The app and the guest's page use React, which changes rarely: in its own file it stays cached when we
                // release.
                {
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|lib[\\/]jsx-runtime\./,
                },
                // Code that public pages share with other pages. It has its own chunk, so that public pages load no
                // other shared code.
                sharedChunk('menu', serverRenderedEntries),
                // Code that guests' pages share with other pages. It is in one file, because ten small files would be
                // larger.
                sharedChunk('common', guestEntries),
                // Code that the owner's catalogues use. It has its own chunk, because it must run before the app's
                // chunks.
                sharedChunk('sentences', Object.values(ownerCatalogues)),
                // Libraries of the other pages. They are in one file: on a bad network, more files would be slower than
                // some unused code.
                { name: 'libraries', test: /node_modules[\\/](zod|react-router|@tanstack)[\\/]/ },
                // The order matters, because a chunk also takes the modules that its own modules import.
                ...(['site', 'line', 'owner', 'pages'] as const).map(ownerChunk),
              ],
            },
          },
        },
      },
    },
  },
}));
