import { cloudflare } from '@cloudflare/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the local runtime keeps its state; the same folder for `npm start`, `npm run dev` and the migrations. */
const statePath = process.env['STATE_DIR'] ?? '.state';

export default defineConfig({
  plugins: [react(), cloudflare({ persistState: { path: statePath } })],
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
