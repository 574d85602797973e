/** How the charts look: axes from zero with their units, lines that differ in shape as well as in colour. */
import { analyticsCopy } from '../../../../shared/copy/analytics.ts';
import type { Draw } from './chart.tsx';
import type { Ink } from './ink.ts';
import type { Period } from './performance-card.tsx';

const say = analyticsCopy.performance;
const FONT_PX = 13;
const STEPS = 5;

/** Customers on the left axis, minutes on the right one. Where nobody was served there is no wait: the line has a gap. */
export function performanceChart(labels: readonly string[], periods: readonly Period[]): Draw {
  const customers = periods.flatMap(({ served, noShows }) => [served, noShows]);
  const minutes = periods.map(({ averageWaitMinutes }) => averageWaitMinutes);
  return (ink) => ({
    type: 'line',
    data: {
      labels: labels.map(inTwoLines),
      datasets: [
        {
          ...lineIn(ink.harbor, ink),
          label: say.served,
          data: periods.map(({ served }) => served),
          yAxisID: 'customers',
          pointStyle: 'circle',
        },
        {
          ...lineIn(ink.edge, ink),
          label: say.averageWait,
          data: minutes,
          yAxisID: 'minutes',
          borderDash: [2, 5],
          pointStyle: 'rect',
        },
        {
          ...lineIn(ink.danger, ink),
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
          labels: { usePointStyle: true, boxHeight: 8, padding: 18, color: ink.text, font: face(ink) },
        },
        tooltip: tooltip(ink),
      },
      scales: {
        x: bottomAxis(ink),
        customers: countAxis(ink, say.customersAxis, customers),
        minutes: { ...countAxis(ink, say.minutesAxis, minutes), position: 'right', grid: { display: false } },
      },
    },
  });
}

/** One bar for each kind. */
export function barsChart({ heads, bars }: Bars): Draw {
  const [label, value] = heads;
  return (ink) => ({
    type: 'bar',
    data: {
      labels: bars.map((bar) => bar.label),
      datasets: [
        {
          label: value,
          data: bars.map((bar) => bar.value),
          backgroundColor: ink.harbor,
          borderRadius: 6,
          maxBarThickness: 44,
        },
      ],
    },
    options: {
      ...anyChart,
      plugins: { legend: { display: false }, tooltip: tooltip(ink) },
      scales: {
        x: { ...bottomAxis(ink), title: axisTitle(ink, label) },
        y: countAxis(
          ink,
          value,
          bars.map((bar) => bar.value),
        ),
      },
    },
  });
}

/** What bars are told apart by, what they count, and the bars. */
export type Bars = { heads: [label: string, value: string]; bars: { label: string; value: number }[] };

const anyChart = { responsive: true, maintainAspectRatio: false, animation: { duration: 420 } };

function lineIn(colour: string, { surface }: Ink) {
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

const face = ({ font }: Ink) => ({ family: font, size: FONT_PX });

const axisTitle = (ink: Ink, text: string) => ({ display: true, text, color: ink.text, font: face(ink) });

function bottomAxis(ink: Ink) {
  return {
    grid: { display: false },
    border: { color: ink.grid },
    ticks: { color: ink.text, font: face(ink), maxRotation: 0, autoSkipPadding: 8 },
  };
}

/** From zero in five equal steps of whole numbers: the lines of two axes of one chart are the same. */
function countAxis(ink: Ink, title: string, values: readonly (number | null)[]) {
  const step = wholeStep(Math.max(0, ...values.map((value) => value ?? 0)) / STEPS);
  return {
    min: 0,
    max: step * STEPS,
    title: axisTitle(ink, title),
    grid: { color: ink.grid },
    border: { display: false },
    ticks: { stepSize: step, color: ink.text, font: face(ink) },
  };
}

/** The smallest of 1, 2, 3, 4, 5, 6, 8, 10, 20, 30, ... that is at least `wanted`. */
function wholeStep(wanted: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, wanted))));
  return ([1, 2, 3, 4, 5, 6, 8].find((step) => step * power >= wanted) ?? 10) * power;
}

function tooltip(ink: Ink) {
  const text = { titleColor: ink.surface, bodyColor: ink.surface, titleFont: face(ink), bodyFont: face(ink) };
  return {
    ...text,
    backgroundColor: ink.ink,
    padding: 12,
    cornerRadius: 8,
    usePointStyle: true,
    boxPadding: 6,
  };
}

/** The date on a line of its own: there are up to seven of them on a phone. */
function inTwoLines(label: string): string[] {
  const words = label.split(' ');
  return [words.slice(0, -2).join(' ').replace(/,$/, ''), words.slice(-2).join(' ')];
}
