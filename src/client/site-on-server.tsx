import { renderToStaticMarkup } from 'react-dom/server';
import type { DrawnPath } from '../shared/site-pages.ts';
import { Sandbox } from './sandbox/sandbox.tsx';
import { sitePage } from './site-pages.tsx';

/** A public page as HTML, which no script takes over; null is the 404 page. Pure, and the same each time. */
export function renderSitePage(path: DrawnPath | null): string {
  return renderToStaticMarkup(sitePage(path, <Sandbox />));
}
