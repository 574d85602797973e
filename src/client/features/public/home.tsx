import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link, Navigate } from 'react-router';
import { siteCopy } from '../../../shared/copy/site.ts';
import { product } from '../../../shared/product.ts';
import { ownerQuery } from '../../owner-area/owner-query.ts';
import { wasSignedIn } from '../../owner-area/signed-in-hint.ts';
import { HeroPicture } from '../../site/hero-picture.tsx';
import { PublicHeader } from '../../site/public-header.tsx';
import { usePageTitle } from '../../site/use-page-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import styles from './home.module.css';

/**
 * `/`: the dashboard for who is logged in, else the landing page (spec section 2). The Worker has sent an owner who
 * typed the address on already; this is for the way here from another page, and asks only where somebody was logged in.
 */
export function Home() {
  const signedInBefore = wasSignedIn();
  const owner = useQuery({ ...ownerQuery, enabled: signedInBefore });
  if (owner.data) return <Navigate to="/business/dashboard" replace />;
  if (signedInBefore && owner.isPending) return null;
  return <Landing />;
}

function Landing() {
  usePageTitle('');
  return (
    <div className={styles.page}>
      <PublicHeader />
      <main id="main" tabIndex={-1} className={styles.hero}>
        <div className={styles.words}>
          <h1>
            {siteCopy.hero.split(' ').map((word, index) => (
              // A line may end after a word, never at the hyphen of 'walk-in'.
              <Fragment key={word}>
                {index > 0 && ' '}
                <span>{word}</span>
              </Fragment>
            ))}
          </h1>
          <p>{siteCopy.heroBody}</p>
          <div className={styles.action}>
            <Link to="/signup" className={buttonClass({})}>
              {siteCopy.startTrial}
            </Link>
            <span>{siteCopy.trialNote}</span>
          </div>
        </div>
        <HeroPicture />
      </main>
      <footer className={styles.footer}>{siteCopy.copyright(product.copyrightYear, product.name)}</footer>
    </div>
  );
}
