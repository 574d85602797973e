/**
 * Renders public pages as HTML. The build replaces `#site-renderer` with `src/client/entries/site-on-server.tsx`. This
 * declaration keeps the browser's types out of the Worker's code.
 */
import type { ServerRenderedPath, FormPath } from '../../../shared/site/site-pages.ts';

export const renderSitePage: (path: ServerRenderedPath | null) => string;
export const renderFormPage: (path: FormPath) => Promise<string>;
