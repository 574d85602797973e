/** The colours and the face of the page as a canvas needs them: resolved, for the scheme that is on. */
export type ChartColors = {
  font: string;
  ink: string;
  text: string;
  grid: string;
  surface: string;
  harbor: string;
  edge: string;
  danger: string;
};

/** Reads the tokens where the canvas stands: only a property that is a colour is resolved by the browser. */
export function chartColorsOf(canvas: HTMLCanvasElement): ChartColors {
  const probe = document.createElement('span');
  canvas.parentElement?.append(probe);
  const colour = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    font: getComputedStyle(probe).fontFamily,
    ink: colour('--ink'),
    text: colour('--ink-2'),
    grid: colour('--line'),
    surface: colour('--surface'),
    harbor: colour('--harbor'),
    edge: colour('--edge'),
    danger: colour('--danger'),
  };
  probe.remove();
  return colors;
}
