/**
 * Public pages that the server renders completely, without React in the browser. No page loads this build entry. The
 * entry puts the pages' stylesheets into the build's manifest (`worker/features/site/site-page.ts`).
 */
import '../styles/tokens.css';
import '../styles/owner.css';
import '../styles/base.css';
import type { ReactElement, ReactNode } from 'react';
import { policy } from '../../shared/copy/en/site/policy.ts';
import { terms } from '../../shared/copy/en/site/terms.ts';
import type { ServerRenderedPath } from '../../shared/site/site-pages.ts';
import { DemoPage } from '../features/site/demo.tsx';
import { HelpPage } from '../features/site/help.tsx';
import { LandingPage } from '../features/site/landing/landing.tsx';
import { LegalPage } from '../features/site/legal-page.tsx';
import { NotFoundPage } from '../features/site/not-found.tsx';

const pages: Record<ServerRenderedPath, (sandbox: ReactNode) => ReactElement> = {
  '/': (sandbox) => <LandingPage sandbox={sandbox} />,
  '/demo': (sandbox) => <DemoPage sandbox={sandbox} />,
  '/help': () => <HelpPage />,
  '/policy': () => <LegalPage path="/policy" text={policy} />,
  '/terms': () => <LegalPage path="/terms" text={terms} />,
};

/**
 * The element of a page. `path` is null for the 404 page. `sandbox` is the demo line, for the pages that show the
 * sandbox.
 */
export function sitePage(path: ServerRenderedPath | null, sandbox: ReactNode): ReactElement {
  return path === null ? <NotFoundPage /> : pages[path](sandbox);
}
