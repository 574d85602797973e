/**
 * React's JSX runtime as an ES module. In the build, all other modules import this module instead of React's CommonJS
 * module (`vite.config.ts`). So a script contains the short call `jsx(…)` instead of `(0,r.jsx)(…)`. In React's
 * production build `jsx` and `jsxs` are the same function.
 */
import * as runtime from 'react/jsx-runtime';

const { jsx, Fragment } = runtime;
export { Fragment, jsx, jsx as jsxs };
