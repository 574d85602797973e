/** Colours and font of the page, as resolved values for a canvas in the current colour scheme. */
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

/**
 * Reads the design tokens beside the canvas. A browser resolves a token only if the token is the value of a colour
 * property, so the function uses a probe element.
 */
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
