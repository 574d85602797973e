/** Problems that axe-core finds on the present page, in both colour schemes. */
import axe from 'axe-core';
import { isQuick } from '../../support/depth.ts';

/** The rule about colour contrast, which takes more time than all other rules together. */
const CONTRAST = 'color-contrast';

/** Rule and element of each problem. `npm run check` skips the rule about colours; `npm test` runs this rule. */
export async function accessibilityProblems(): Promise<string[]> {
  if (isQuick) return problemsBesideColours();
  const inLight = await problems({});
  document.documentElement.style.colorScheme = 'dark';
  const inDark = await problems({ runOnly: [CONTRAST] });
  document.documentElement.style.colorScheme = '';
  return [...inLight, ...inDark.map((problem) => `dark: ${problem}`)];
}

/** The same check without the rule about colours, for a page whose colours are tested in another language or size. */
export async function problemsBesideColours(): Promise<string[]> {
  return problems({ rules: { [CONTRAST]: { enabled: false } } });
}

async function problems(options: axe.RunOptions): Promise<string[]> {
  const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
