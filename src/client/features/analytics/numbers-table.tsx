import { analyticsCopy } from '../../../shared/copy/owner/analytics.ts';
import { pageLocale } from '../../../shared/copy/page-language.ts';
import { Icon } from '../../ui/owner-icon.tsx';
import styles from './analytics.module.css';

type Props = {
  caption: string;
  heads: readonly string[];
  /** Rows, with cells in the order of `heads`. The first cell is the row's header. */
  rows: readonly (readonly (string | number)[])[];
};

const count = new Intl.NumberFormat(pageLocale);

/** The numbers of a chart as a table, also for screen readers. */
export function NumbersTable({ caption, heads, rows }: Props) {
  return (
    <details className={styles.numbers}>
      <summary>
        <Icon name="chevron" />
        {analyticsCopy.asTable}
        <span className="sr">: {caption}</span>
      </summary>
      <div className={styles.scroll}>
        <table>
          <caption className="sr">{caption}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name = '', ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, n) => (
                  <td key={heads[n + 1]}>{typeof cell === 'number' ? count.format(cell) : cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
