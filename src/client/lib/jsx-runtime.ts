/**
 * React's JSX runtime as an ES module. The build puts this module in front of the CommonJS one (`vite.config.ts`), so
 * that a script calls `jsx(…)` instead of `(0,r.jsx)(…)`. In React's production build `jsx` and `jsxs` are one function.
 */
import * as runtime from 'react/jsx-runtime';

const { jsx, Fragment } = runtime;
export { Fragment, jsx, jsx as jsxs };
