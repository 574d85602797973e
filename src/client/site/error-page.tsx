import { useLocation, useNavigate } from 'react-router';
import { siteCopy } from '../../shared/copy/owner/site.ts';
import { Button } from '../ui/form/button.tsx';
import styles from './message-page.module.css';
import { usePageTitle } from './use-page-title.ts';

/**
 * Shown if a page failed to render. React and the router log the error. The button navigates to the same address within
 * the app. The navigation also requests a missing chunk again. A reload would lose the text that was typed on the
 * previous page, and would fail without a network.
 */
export function ErrorPage() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return <Broken onAgain={() => void navigate({ pathname, search, hash }, { replace: true })} />;
}

function Broken({ onAgain }: { onAgain: () => void }) {
  usePageTitle(siteCopy.brokenTitle);
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1>{siteCopy.brokenTitle}</h1>
      <p>{siteCopy.brokenBody}</p>
      <Button onClick={onAgain}>{siteCopy.brokenAction}</Button>
    </main>
  );
}
