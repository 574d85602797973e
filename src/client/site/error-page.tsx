import { siteCopy } from '../../shared/copy/site.ts';
import { Button } from '../ui/button.tsx';
import styles from './message-page.module.css';
import { usePageTitle } from './use-page-title.ts';

/** What stands where a page broke. The error itself is in the console: React and the router report it there. */
export function ErrorPage() {
  usePageTitle(siteCopy.brokenTitle);
  return (
    <main id="main" className={styles.page}>
      <h1>{siteCopy.brokenTitle}</h1>
      <p>{siteCopy.brokenBody}</p>
      <Button onClick={() => window.location.reload()}>{siteCopy.brokenAction}</Button>
    </main>
  );
}
