import { cloudflare } from '@cloudflare/vite-plugin';
import react from '@vitejs/plugin-react';
import path from 'node:path';
import { defineConfig } from 'vite';
import { catalogueFiles } from './src/shared/languages.ts';
import {
  importClassesByName,
  minifyOnceMore,
  scopedName,
  writeOutConstantTokens,
} from './scripts/light-css.ts';
import { makeExceptionsWithoutStacks } from './scripts/light-react.ts';
import { minifyGuestScripts } from './scripts/light-scripts.ts';

/** The guest's sentences, a file for each language. */
const catalogueSources = Object.values(catalogueFiles);

/** Where the local runtime keeps its state; the same folder for `npm start`, `npm run dev` and the migrations. */
const statePath = process.env['STATE_DIR'] ?? '.state';

/** The modules of both entries that the guest's page needs. No schema is among them: zod is the owner's area's only. */
const sharedWithGuests = new RegExp(
  [
    'src/shared/(copy/join-errors|copy/words|copy/plurals|copy/request-failed|join-rules|languages|limits|live-words|product|typed-text|visit-over|visit-words)\\.',
    'src/client/ui/(button|classes|connection-badge|dialog|field|icon|logo|notice|skeleton|toast)\\.',
    'src/client/lib/(api|api-error|format|live-socket|refusal|server-clock|settled-connection|shape|storage)\\.',
    'src/client/styles/(base|tokens)\\.',
  ].join('|'),
);

/** Of the guest's page. */
const eagerChunks: ReadonlySet<string> = new Set(['react']);

export default defineConfig(({ command }) => ({
  css: command === 'build' ? { modules: { generateScopedName: scopedName } } : {},
  plugins: [
    react(),
    writeOutConstantTokens,
    importClassesByName,
    minifyOnceMore,
    makeExceptionsWithoutStacks,
    minifyGuestScripts,
    cloudflare({
      persistState: { path: statePath },
      // No debugging port unless somebody asks for one: two servers on one machine would fight for it.
      inspectorPort: false,
    }),
  ],
  // The product sends no CORS headers at all (decision 22); Vite would add its own.
  server: { cors: false },
  preview: { cors: false },
  resolve: {
    alias: {
      // Without its other half, which streams and which nothing here calls: 240 KB less to read and to run at each start.
      ...(command === 'build' && {
        'react-dom/server': path.join(
          import.meta.dirname,
          'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js',
        ),
      }),
      '#guest-renderer': new URL('./src/client/guest-on-server.tsx', import.meta.url).pathname,
      '#site-renderer': new URL('./src/client/site-on-server.tsx', import.meta.url).pathname,
    },
  },
  environments: {
    holdline: {
      // Where the calendar's library runs in Node it asks what that is: here the question alone would load half of Node's modules.
      define: command === 'build' ? { 'globalThis.process': 'undefined' } : {},
    },
    client: {
      // What React looks for and no page of ours needs: its tools for developers, Node, Internet Explorer, and how fast
      // pictures would come, for which it has another way, too. Without these branches it is smaller.
      define:
        command === 'build'
          ? {
              __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
              setImmediate: 'undefined',
              'process.emit': 'undefined',
              'performance.getEntriesByType': 'undefined',
              'document.documentMode': 'undefined',
            }
          : {},
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
            // No page loads it: by it the manifest knows the stylesheets of the pages that come drawn (`site-page.ts`).
            'site-pages': 'src/client/site-pages.tsx',
            sandbox: 'src/client/sandbox/sandbox-main.ts',
            // Loaded by pages with a form beside the app, which comes later (`form-page.ts`).
            forms: 'src/client/forms-main.ts',
            // Each language of the guest's page: the page loads the one it is told (`catalogues.ts`).
            ...Object.fromEntries(catalogueSources.map((file) => [path.parse(file).name, file])),
            // Asked for by their names, and living by themselves: they import nothing that a page has too.
            'queue-sw': 'src/service-worker/queue-sw.ts',
            'site-sw': 'src/service-worker/site-sw.ts',
          },
          // What the catalogues export is not imported by any file of the build.
          preserveEntrySignatures: 'allow-extension',
          output: {
            entryFileNames: ({ name }) => (name.endsWith('-sw') ? '[name].js' : 'assets/[name]-[hash].js'),
            // Nearly all of it runs before the page answers taps: compiled while it comes, beside the page, and not on first call.
            postBanner: ({ name }) => (eagerChunks.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
            codeSplitting: {
              groups: [
                // In both entries and changing least: one file, cached over our own releases.
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                // Ten small files weigh more than one, and the guest needs all of them.
                { name: 'common', test: sharedWithGuests },
                // All that the public pages run, and the others too: alone, so that nothing comes with it.
                {
                  name: 'menu',
                  test: /src[\\/](client[\\/](ui[\\/]header-disclosure|site[\\/](early-submit|keep-offline-page|reload-once))|shared[\\/]menu-width)\./,
                },
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
