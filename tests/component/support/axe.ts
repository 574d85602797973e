/** What axe-core finds on the page as it stands, in both colour schemes. */
import axe from 'axe-core';

/** Rule and element of each problem. */
export async function accessibilityProblems(): Promise<string[]> {
  const inLight = await problems({});
  document.documentElement.style.colorScheme = 'dark';
  const inDark = await problems({ runOnly: ['color-contrast'] });
  document.documentElement.style.colorScheme = '';
  return [...inLight, ...inDark.map((problem) => `dark: ${problem}`)];
}

async function problems(options: { runOnly?: string[] }): Promise<string[]> {
  const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
