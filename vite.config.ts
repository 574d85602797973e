import { cloudflare } from '@cloudflare/vite-plugin';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { defineConfig } from 'vite';

/** Where the local runtime keeps its state; the same folder for `npm start`, `npm run dev` and the migrations. */
const statePath = process.env['STATE_DIR'] ?? '.state';

/** Class names of four characters from the file and the name: light, and the same in the browser and on the server. */
function scopedName(name: string, file: string): string {
  const from = `${path.relative(import.meta.dirname, file.split('?')[0] ?? '')} ${name}`;
  return `_${createHash('sha256').update(from).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 4)}`;
}

/** The modules of both entries that the guest's page is drawn by. Schemas and calls come after it, with zod. */
const sharedWithGuests = new RegExp(
  [
    'src/shared/(copy/guest|limits|live-words|product|typed-text|visit-over)\\.',
    'src/client/ui/(button|classes|connection-badge|dialog|field|icon|logo|skeleton|toast)\\.',
    'src/client/lib/(api-error|format|live-socket|server-clock|settled-connection|storage)\\.',
  ].join('|'),
);

export default defineConfig(({ command }) => ({
  css: command === 'build' ? { modules: { generateScopedName: scopedName } } : {},
  plugins: [
    react(),
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
    alias: { '#guest-renderer': new URL('./src/client/guest-on-server.tsx', import.meta.url).pathname },
  },
  environments: {
    client: {
      build: {
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // The first browsers with `light-dark()`: older targets would get every colour twice.
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
        rolldownOptions: {
          input: { index: 'index.html', queue: 'queue.html' },
          output: {
            codeSplitting: {
              groups: [
                // In both entries and changing least: one file, cached over our own releases.
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                // Ten small files weigh more than one, and the guest needs all of them.
                { name: 'common', test: sharedWithGuests },
                {
                  name: 'contracts',
                  test: /node_modules[\\/]zod[\\/]|src\/shared\/(guest-queue|live|queue-view)\.|src\/client\/lib\/(api|refusal)\./,
                },
              ],
            },
          },
        },
      },
    },
  },
}));
