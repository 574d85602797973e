import style from './connection-badge.module.css';

type Connection = 'live' | 'reconnecting' | 'offline';

type Props = { state: Connection | undefined; words: Record<Connection, string> };

/**
 * How fresh the page is: a dot, a broken ring or a bar, each with its word. Announced when it changes. While nobody has looked
 * (undefined) it says nothing and keeps its place.
 */
export function ConnectionBadge({ state, words }: Props) {
  return (
    <span className={style.badge} data-state={state} role="status">
      <i className={style.mark} />
      {words[state ?? 'live']}
    </span>
  );
}
