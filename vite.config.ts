import { cloudflare } from '@cloudflare/vite-plugin';
import react from '@vitejs/plugin-react';
import path from 'node:path';
import { defineConfig } from 'vite';
import { unstable_readConfig } from 'wrangler';
import * as z from 'zod/mini';
import { catalogueFiles } from './src/shared/languages.ts';

/** The guest's sentences, a file for each language. */
const catalogueSources = Object.values(catalogueFiles);

/** Where the local runtime keeps its state; the same folder for `npm start`, `npm run dev` and the migrations. */
const statePath = process.env['STATE_DIR'] ?? '.state';

/** Files of the build that pages load by themselves: the guest's page with its sentences, and the pages that the Worker renders. */
const guestEntries = ['queue.html', ...catalogueSources];
const serverRenderedEntries = ['site.html', 'src/client/entries/forms.ts'];

/** Who offers the product, by the variables of the environment that is built for: pages, texts and mails name them. */
const { SUPPORT_EMAIL: supportEmail, LEGAL_ENTITY: legalEntity } = z
  .object({ SUPPORT_EMAIL: z.string(), LEGAL_ENTITY: z.string() })
  .parse(
    unstable_readConfig(
      { config: path.join(import.meta.dirname, 'wrangler.toml'), env: process.env['CLOUDFLARE_ENV'] },
      { hideWarnings: true },
    ).vars,
  );

type Graph = { getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[] } | null };

/** A chunk of all modules of ours that one of these entries imports, directly or through others, and another entry too. */
function sharedChunk(name: string, entries: string[]) {
  const roots = new Set(entries.map((entry) => path.resolve(import.meta.dirname, entry)));
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

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    cloudflare({
      persistState: { path: statePath },
      // No debugging port unless somebody asks for one: two servers on one machine would fight for it.
      inspectorPort: false,
    }),
  ],
  define: { OPERATOR: JSON.stringify({ supportEmail, legalEntity }) },
  // The product sends no CORS headers at all (`docs/decisions/0009-cross-site.md`); Vite would add its own.
  server: { cors: false },
  resolve: {
    alias: {
      // Without its other half, which streams and which nothing here calls: 245 KB less Worker to read and to run at each start.
      ...(command === 'build' && {
        'react-dom/server': path.join(
          import.meta.dirname,
          'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js',
        ),
      }),
      '#guest-renderer': new URL('./src/client/entries/guest-on-server.tsx', import.meta.url).pathname,
      '#site-renderer': new URL('./src/client/entries/site-on-server.tsx', import.meta.url).pathname,
    },
  },
  environments: {
    holdline: {
      // Where the calendar's library runs in Node it asks what that is: here the question alone would load half of Node's modules.
      define: command === 'build' ? { 'globalThis.process': 'undefined' } : {},
    },
    client: {
      build: {
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // The first browsers with `light-dark()`: older targets would get every colour twice.
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
        rolldownOptions: {
          input: {
            index: 'index.html',
            queue: 'queue.html',
            site: 'site.html',
            // No page loads it: by it the manifest knows the stylesheets of the pages that the Worker renders (`site-page.ts`).
            'site-pages': 'src/client/entries/site-pages.tsx',
            sandbox: 'src/client/entries/sandbox.ts',
            // Loaded by pages with a form beside the app, which comes later (`form-page.ts`).
            forms: 'src/client/entries/forms.ts',
            // Each language of the guest's page: the page loads the one it is told (`entries/guest.tsx`).
            ...catalogueFiles,
            // Asked for by their names, and living by themselves: they import nothing that a page has too.
            'queue-sw': 'src/service-worker/queue-sw.ts',
            'site-sw': 'src/service-worker/site-sw.ts',
          },
          // What the catalogues export is not imported by any file of the build.
          preserveEntrySignatures: 'allow-extension',
          output: {
            entryFileNames: ({ name }) => (name.endsWith('-sw') ? '[name].js' : 'assets/[name]-[hash].js'),
            // Nearly all of it runs before the page answers taps: compiled while it comes, beside the page, and not on first call.
            postBanner: ({ name }) => (name === 'react' ? '//# allFunctionsCalledOnLoad' : ''),
            codeSplitting: {
              groups: [
                // In both entries and changing least: one file, cached over our own releases.
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                // All that the public pages run, and the others too: alone, so that nothing comes with it.
                sharedChunk('menu', serverRenderedEntries),
                // What guests need and others too, in one file: ten small ones weigh more.
                sharedChunk('common', guestEntries),
                // What the other pages share: a file each costs a bad network more than what a page does not need of it.
                { name: 'libraries', test: /node_modules[\\/](zod|react-router|@tanstack)[\\/]/ },
                {
                  name: 'site',
                  test: /src[\\/](client[\\/](owner-area|site|ui)|shared)[\\/]|styles[\\/]owner\./,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
}));
