import style from './skeleton.module.css';

type Props = {
  /** The content's size in CSS lengths, so that the page does not move when the content replaces the skeleton. */
  width?: string | undefined;
  height?: string | undefined;
  round?: boolean;
};

/**
 * A placeholder of loading content. The placeholder appears after 300 ms, because faster content needs no placeholder.
 */
export function Skeleton({ width = '100%', height = '1em', round = false }: Props) {
  return (
    <span
      className={style.skeleton}
      aria-hidden="true"
      style={{ width, height, borderRadius: round ? '50%' : undefined }}
    />
  );
}
