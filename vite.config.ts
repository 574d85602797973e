import { cloudflare } from '@cloudflare/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the local runtime keeps its state; the same folder for `npm start`, `npm run dev` and the migrations. */
const statePath = process.env['STATE_DIR'] ?? '.state';

export default defineConfig({
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
        rolldownOptions: { input: { index: 'index.html', queue: 'queue.html' } },
      },
    },
  },
});
