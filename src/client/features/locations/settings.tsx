import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { locationsOf } from '../../../shared/contracts/account/view.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { settingsCopy } from '../../../shared/copy/owner/settings.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { MEMBER_POLL_MS } from '../../../shared/limits.ts';
import { pageLocale } from '../../../shared/copy/page-language.ts';
import { longDate } from '../../lib/format.ts';
import { IfMay, useMay } from '../../member-area/may.tsx';
import { useMember } from '../../member-area/member-context.ts';
import { useMemberQuery } from '../../member-area/member-query.ts';
import page from '../../member-area/page.module.css';
import { StatusLines } from '../../member-area/locations/status-lines.tsx';
import { useServerNow } from '../../member-area/use-server-now.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { LocationsCard } from './locations-card.tsx';
import { PlanBanners } from '../../member-area/plan/plan-banners.tsx';
import { QrCard } from './qr-card.tsx';
import styles from './settings.module.css';

const say = settingsCopy.page;
/** How often the date is updated; the page may stay open past midnight. */
const DATE_MS = 10_000;

/** `/business/settings` (`docs/spec.md` section 2). */
export function Settings() {
  const { user } = useMember();
  const [mayRename, mayPay] = [useMay('PATCH /auth/me'), useMay('POST /auth/purchase-plan')];
  const now = useServerNow(DATE_MS);
  const { hash } = useLocation();
  // Polls, because the member's data may be hours old when this page opens.
  useMemberQuery(MEMBER_POLL_MS);
  // If the business has no location, the page uses the time zone of this browser.
  const timezone = user.locations[0]?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  usePageTitle(say.title);
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);

  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <IfMay call="POST /stripe/create-checkout-session">
        <PlanBanners />
      </IfMay>
      <StatusLines locations={user.locations} />
      <div>
        <h1 className={page.title}>{say.title}</h1>
        <p className={page.subtitle}>{longDate(now, user.locations[0]?.timezone, pageLocale)}</p>
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
            <div className={styles.ways}>
              {mayRename && (
                <Link to="/business/account" className={styles.more}>
                  {say.editName}
                </Link>
              )}
              <Link to="/business/account" className={styles.more}>
                {securityCopy.open}
              </Link>
              <Link to="/business/team" className={styles.more}>
                {teamCopy.open}
              </Link>
              {mayPay && !user.trial && (
                <Link to="/plan-change" className={styles.more}>
                  {ownerCopy.planBanners.changePlan}
                </Link>
              )}
            </div>
          </Card>
          <QrCard
            username={user.username}
            businessName={user.name}
            timezone={timezone}
            hasSeveralLocations={locationsOf(user).length > 1}
          />
        </div>
        <LocationsCard />
      </div>
    </main>
  );
}
