/**
 * Turns dynamic imports of the Worker's code into imports at the start, for Worker tests. At each dynamic import the
 * test runner asks the pool for the module, and parallel requests wait for one answer. The runtime lets no request wait
 * for another one's input, so at times the import failed, the runner lost a message, and the run never ended. In a
 * deployment modules come with the Worker, and nothing is asked.
 */
import path from 'node:path';
import type { Plugin } from 'vite';

const DYNAMIC_IMPORT = /(?<!typeof )\bimport\(('[^']+')\)/g;
const ownCode = path.join(import.meta.dirname, '../../../../src/');

export const importsAtStart: Plugin = {
  name: 'imports-at-start',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(ownCode)) return null;
    const imports: string[] = [];
    const changed = code.replaceAll(DYNAMIC_IMPORT, (_, specifier: string) => {
      const name = `importedAtStart${imports.length}`;
      imports.push(`import * as ${name} from ${specifier};`);
      return `Promise.resolve(${name})`;
    });
    // In front of the first line, so that stack traces keep their lines.
    return imports.length === 0 ? null : { code: imports.join(' ') + changed, map: null };
  },
};
