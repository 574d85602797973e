/**
 * For tests, turns the Worker's dynamic imports into static imports at the start of the file. Without this change, the
 * test runner would fetch the module at each dynamic import. One request would then wait for the input of another
 * request, which the runtime forbids, and the run could hang. In a deployment, all modules are in the Worker.
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
    // The imports are in front of the first line, so line numbers in stack traces do not change.
    return imports.length === 0 ? null : { code: imports.join(' ') + changed, map: null };
  },
};
