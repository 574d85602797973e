import { useLocation, useNavigate } from 'react-router';
import { siteCopy } from '../../shared/copy/en/site.ts';
import { Button } from '../ui/form/button.tsx';
import styles from './message-page.module.css';
import { usePageTitle } from './use-page-title.ts';

/**
 * What stands where a page broke. The error itself is in the console: React and the router report it there. The button goes
 * to the same address once more, which also asks again for a part that could not be loaded: a reload would lose what was
 * typed on the page before, and without a network everything.
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
