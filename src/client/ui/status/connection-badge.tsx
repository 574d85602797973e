import style from './connection-badge.module.css';

type Connection = 'live' | 'reconnecting' | 'offline';

type Props = { state: Connection | undefined; words: Record<Connection, string> };

/**
 * The state of the connection: a mark with a word. Screen readers announce changes. If `state` is undefined, the badge
 * is invisible, but its place on the page stays empty.
 */
export function ConnectionBadge({ state, words }: Props) {
  return (
    <span className={style.badge} data-state={state} role="status">
      <i className={style.mark} />
      {words[state ?? 'live']}
    </span>
  );
}
