/** What the build does to the guest's scripts beyond minifying: the page has 85 KB for all of them. */
import { minify } from 'terser';
import type { Plugin } from 'vite';

/** Ours alone. React's is told to be compiled at once by a comment of its own, and hardly gets smaller. */
const minifiedOnceMore: ReadonlySet<string> = new Set(['queue', 'common']);

/** Another minifier over what the bundler's own left: a third of a KB at brotli 5. */
export const minifyGuestScripts: Plugin = {
  name: 'minify-guest-scripts',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    if (this.environment.name !== 'client') return;
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !minifiedOnceMore.has(chunk.name)) continue;
      const { code } = await minify(chunk.code, { module: true, ecma: 2020, compress: { passes: 3 } });
      if (code === undefined) throw new Error(`Nothing is left of ${chunk.fileName}.`);
      chunk.code = code;
    }
  },
};
