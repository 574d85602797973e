/**
 * Turns dynamic imports in the Worker's code into imports at the start, for the tests of the Worker. Without this, the
 * test runner asks the pool for the module at each dynamic import, and requests that run at the same time wait for one
 * answer. The runtime lets no request wait for the input of another request, so at times the import failed, the runner
 * lost a message, and the run never ended. In a deployment, all modules are a part of the Worker.
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
    // The imports are written in front of the first line, so that line numbers in stack traces stay the same.
    return imports.length === 0 ? null : { code: imports.join(' ') + changed, map: null };
  },
};
