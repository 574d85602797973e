/** Options of the charts: axes from zero with units, and lines that differ in shape as well as in colour. */
import type { Analytics } from '../../../shared/contracts/analytics.ts';
import { analyticsCopy } from '../../../shared/copy/owner/analytics.ts';
import type { Draw } from './chart.tsx';
import type { ChartColors } from './chart-colors.ts';

/** The data of one point of the line chart: a day or a week. */
export type Period = Analytics['daily'][number] | Analytics['weekly'][number];

const say = analyticsCopy.performance;
const FONT_PX = 13;
const STEPS = 5;

/**
 * The line chart: customers on the left axis, minutes on the right axis. The wait line has a gap where nobody was
 * served.
 */
export function performanceChart(labels: readonly string[], periods: readonly Period[]): Draw {
  const customers = periods.flatMap(({ served, noShows }) => [served, noShows]);
  const minutes = periods.map(({ averageWaitMinutes }) => averageWaitMinutes);
  return (colors) => ({
    type: 'line',
    data: {
      labels: labels.map(inTwoLines),
      datasets: [
        {
          ...lineIn(colors.harbor, colors),
          label: say.served,
          data: periods.map(({ served }) => served),
          yAxisID: 'customers',
          pointStyle: 'circle',
        },
        {
          ...lineIn(colors.edge, colors),
          label: say.averageWait,
          data: minutes,
          yAxisID: 'minutes',
          borderDash: [2, 5],
          pointStyle: 'rect',
        },
        {
          ...lineIn(colors.danger, colors),
          label: say.noShows,
          data: periods.map(({ noShows }) => noShows),
          yAxisID: 'customers',
          borderDash: [9, 5],
          pointStyle: 'triangle',
        },
      ],
    },
    options: {
      ...anyChart,
      interaction: { mode: 'index', intersect: false },
      plugins: {
        legend: {
          position: 'bottom',
          labels: { usePointStyle: true, boxHeight: 8, padding: 18, color: colors.text, font: face(colors) },
        },
        tooltip: tooltip(colors),
      },
      scales: {
        x: bottomAxis(colors),
        customers: countAxis(colors, say.customersAxis, customers),
        minutes: {
          ...countAxis(colors, say.minutesAxis, minutes),
          position: 'right',
          grid: { display: false },
        },
      },
    },
  });
}

export function barsChart({ heads, bars }: Bars): Draw {
  const [label, value] = heads;
  return (colors) => ({
    type: 'bar',
    data: {
      labels: bars.map((bar) => bar.label),
      datasets: [
        {
          label: value,
          data: bars.map((bar) => bar.value),
          backgroundColor: colors.harbor,
          borderRadius: 6,
          maxBarThickness: 44,
        },
      ],
    },
    options: {
      ...anyChart,
      plugins: { legend: { display: false }, tooltip: tooltip(colors) },
      scales: {
        x: { ...bottomAxis(colors), title: axisTitle(colors, label) },
        y: countAxis(
          colors,
          value,
          bars.map((bar) => bar.value),
        ),
      },
    },
  });
}

export type Bars = { heads: [label: string, value: string]; bars: { label: string; value: number }[] };

const anyChart = { responsive: true, maintainAspectRatio: false, animation: { duration: 420 } };

function lineIn(colour: string, { surface }: ChartColors) {
  return {
    borderColor: colour,
    borderWidth: 2.5,
    pointRadius: 5,
    pointHoverRadius: 7,
    pointBorderWidth: 2,
    pointBorderColor: surface,
    pointBackgroundColor: colour,
    backgroundColor: colour,
  };
}

const face = ({ font }: ChartColors) => ({ family: font, size: FONT_PX });

const axisTitle = (colors: ChartColors, text: string) => ({
  display: true,
  text,
  color: colors.text,
  font: face(colors),
});

function bottomAxis(colors: ChartColors) {
  return {
    grid: { display: false },
    border: { color: colors.grid },
    ticks: { color: colors.text, font: face(colors), maxRotation: 0, autoSkipPadding: 8 },
  };
}

/**
 * An axis from zero with five equal steps, each a whole number. Both axes of a chart have five steps, so the left and
 * the right axis have the same grid lines.
 */
function countAxis(colors: ChartColors, title: string, values: readonly (number | null)[]) {
  const step = wholeStep(Math.max(0, ...values.map((value) => value ?? 0)) / STEPS);
  return {
    min: 0,
    max: step * STEPS,
    title: axisTitle(colors, title),
    grid: { color: colors.grid },
    border: { display: false },
    ticks: { stepSize: step, color: colors.text, font: face(colors) },
  };
}

/** The smallest of 1, 2, 3, 4, 5, 6, 8, 10, 20, 30, ... that is at least `wanted`. */
function wholeStep(wanted: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, wanted))));
  return ([1, 2, 3, 4, 5, 6, 8].find((step) => step * power >= wanted) ?? 10) * power;
}

function tooltip(colors: ChartColors) {
  const text = {
    titleColor: colors.surface,
    bodyColor: colors.surface,
    titleFont: face(colors),
    bodyFont: face(colors),
  };
  return {
    ...text,
    backgroundColor: colors.ink,
    padding: 12,
    cornerRadius: 8,
    usePointStyle: true,
    boxPadding: 6,
  };
}

/** Puts the date on a second line, because a phone must show up to seven labels side by side. */
function inTwoLines(label: string): string[] {
  const words = label.split(' ');
  return [words.slice(0, -2).join(' ').replace(/,$/, ''), words.slice(-2).join(' ')];
}
