import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { settingsCopy } from '../../../shared/copy/settings.ts';
import { securityCopy } from '../../../shared/copy/security.ts';
import { longDate } from '../../lib/format.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { useOwner } from '../../owner-area/owner-context.ts';
import page from '../../owner-area/page.module.css';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { LocationsCard } from './locations-card.tsx';
import { PlanBanners } from './plan-banners.tsx';
import { QrCard } from './qr-card.tsx';
import styles from './settings.module.css';

const say = settingsCopy.page;

/** `/business/settings` (spec section 2). */
export function Settings() {
  const { user } = useOwner();
  const { hash } = useLocation();
  usePageTitle(say.title);
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);

  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <PlanBanners />
      <div>
        <h1 className={page.title}>{say.title}</h1>
        <p className={page.subtitle}>{longDate(serverClock.now(), user.locations[0]?.timezone, 'en-US')}</p>
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card title={say.information}>
            <dl className={styles.facts}>
              <Fact term={say.businessName} value={user.name} />
              <Fact term={say.username} value={user.username} />
              <Fact term={say.email} value={user.email} />
              <Fact term={say.plan} value={user.plan || say.defaultPlan} />
            </dl>
            <Link to="/business/account" className={styles.more}>
              {securityCopy.open}
            </Link>
          </Card>
          <div id="qr" className={styles.anchor}>
            <QrCard username={user.username} businessName={user.name} />
          </div>
        </div>
        <LocationsCard />
      </div>
    </main>
  );
}
