import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as ChartOnCanvas,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type ChartConfiguration,
} from 'chart.js';
import { useEffect, useRef } from 'react';
import { useMedia } from '../../ui/use-media.ts';
import styles from './analytics.module.css';
import { chartColorsOf, type ChartColors } from './chart-colors.ts';

ChartOnCanvas.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

type Kind = 'line' | 'bar';
/** Values of a line or of bars. Null is a gap. */
type Values = (number | null)[];
type Label = string | string[];

export type Draw = (colors: ChartColors) => ChartConfiguration<Kind, Values, Label>;

/**
 * A chart in the page's colours. `label` describes the chart for screen readers. The numbers of the chart are in a
 * table beside the chart. `draw` must be a stable function (`useMemo`), because the chart is updated again for each new
 * `draw`.
 */
export function Chart({ label, draw }: { label: string; draw: Draw }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<ChartOnCanvas<Kind, Values, Label>>(null);
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');

  useEffect(() => {
    if (canvas.current === null) return;
    const config = draw(chartColorsOf(canvas.current));
    const options = { ...config.options, ...(isStill && { animation: false as const }) };
    if (chart.current === null) {
      chart.current = new ChartOnCanvas(canvas.current, { ...config, options });
      return;
    }
    chart.current.data = config.data;
    chart.current.options = options;
    chart.current.update();
  }, [draw, isDark, isStill]);

  useEffect(
    () => () => {
      chart.current?.destroy();
      chart.current = null;
    },
    [],
  );

  return <canvas ref={canvas} className={styles.canvas} role="img" aria-label={label} />;
}
