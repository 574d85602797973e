/**
 * React's JSX runtime as an ES module. The build puts it in front of the CommonJS one (`vite.config.ts`), so that a
 * script calls `jsx(…)` instead of `(0,r.jsx)(…)`. In React's production build `jsx` and `jsxs` are one function.
 */
import * as runtime from 'react/jsx-runtime';

export const jsx = runtime.jsx;
export const jsxs = jsx;
export const Fragment = runtime.Fragment;
