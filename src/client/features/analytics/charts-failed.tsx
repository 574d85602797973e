import { Component, type ReactNode } from 'react';
import { analyticsCopy } from '../../../shared/copy/owner/analytics.ts';
import { Button } from '../../ui/form/button.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import styles from './analytics.module.css';

/** Shown instead of the charts if they or their data could not be loaded. */
export function ChartsFailed({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <div className={styles.failed}>
      <Notice icon="warning" role="status">
        {analyticsCopy.loadFailed}
      </Notice>
      <Button tone="quiet" onClick={onTryAgain}>
        {analyticsCopy.tryAgain}
      </Button>
    </div>
  );
}

type Props = { onTryAgain: () => void; children: ReactNode };

/**
 * Error boundary of the charts, so that a failure does not remove the line above the charts. To render the charts
 * again, give this component a new `key`.
 */
export class ChartsBoundary extends Component<Props, { hasFailed: boolean }> {
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override state = { hasFailed: false };

  override render() {
    const { onTryAgain, children } = this.props;
    return this.state.hasFailed ? <ChartsFailed onTryAgain={onTryAgain} /> : children;
  }
}
