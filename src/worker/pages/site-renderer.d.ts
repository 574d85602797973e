/**
 * The public pages as HTML. The real module is `src/client/site-on-server.tsx`, which the build puts in place of
 * `#site-renderer`: so the Worker's types never see the browser's.
 */
import type { DrawnPath, FormPath } from '../../shared/site-pages.ts';

export const renderSitePage: (path: DrawnPath | null) => string;
export const renderFormPage: (path: FormPath) => Promise<string>;
