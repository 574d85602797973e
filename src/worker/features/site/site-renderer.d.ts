/**
 * The public pages as HTML. The real module is `src/client/entries/site-on-server.tsx`, which the build puts in place of
 * `#site-renderer`: so the Worker's types never see the browser's.
 */
import type { ServerRenderedPath, FormPath } from '../../../shared/site/site-pages.ts';

export const renderSitePage: (path: ServerRenderedPath | null) => string;
export const renderFormPage: (path: FormPath) => Promise<string>;
