import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListPage } from '../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import type { AnswerReader } from '../../lib/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import type { IconName } from '../../ui/owner-icon.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import { adminKey, useAskAdmin } from './admin-calls.ts';
import styles from './admin.module.css';
import { NotLoaded } from './not-loaded.tsx';

const say = adminCopy.lists;

/** The page parameter for the newest rows. Rows are numbered from 1. */
const NEWEST = 0;

type Props<Row> = {
  name: 'audit' | 'feedback' | 'sales';
  schema: AnswerReader<ListPage<Row>>;
  /** The list's name for screen readers. */
  label: string;
  empty: string;
  icon: IconName;
  /** Further parameters of the query, for example a filter. */
  parameters?: Record<string, string>;
  children: (row: Row) => ReactNode;
};

/** A list of the admin page, newest rows first. A button loads older rows. */
export function PagedList<Row extends { id: number }>(props: Props<Row>) {
  const { name, schema, label, empty, icon, parameters = {}, children } = props;
  const ask = useAskAdmin();
  const list = useInfiniteQuery({
    queryKey: [...adminKey, name, parameters],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === NEWEST ? {} : { before: String(pageParam) };
      const query = String(new URLSearchParams({ ...parameters, ...before }));
      return ask('GET', `/admin/${name}${query && `?${query}`}`, { schema, signal });
    },
    initialPageParam: NEWEST,
    getNextPageParam: ({ next }: ListPage<Row>) => next,
  });

  if (list.isPending) return <Skeleton height="6rem" />;
  if (list.data === undefined) return <NotLoaded onAgain={() => void list.refetch()} />;
  const rows = list.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <EmptyState icon={icon} title={empty} />;
  return (
    <>
      <ol className={styles.rows} aria-label={label}>
        {rows.map((row) => (
          <li key={row.id} className={styles.row}>
            {children(row)}
          </li>
        ))}
      </ol>
      {list.isFetchNextPageError && (
        <Notice icon="warning" role="status" className={styles.older}>
          {say.failed}
        </Notice>
      )}
      {list.hasNextPage && (
        <Button
          tone="quiet"
          wide
          className={styles.older}
          busy={list.isFetchingNextPage}
          busyLabel={say.busy}
          onClick={() => void list.fetchNextPage()}
        >
          {say.older}
        </Button>
      )}
    </>
  );
}
