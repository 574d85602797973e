import { BusinessHeader } from '../../member-area/business-header.tsx';
import { ErrorPage } from '../../site/error-page.tsx';

/** Shown if the dashboard failed to render. The header of the page still has links to the other pages. */
export function BrokenDashboard() {
  return (
    <>
      <BusinessHeader />
      <ErrorPage />
    </>
  );
}
