/** The pages' build of React throws for each feature that the build leaves out (`scripts/build/small-react.ts`). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withoutAbsentFeatures } from '../../../scripts/build/small-react.ts';
import { projectRoot } from '../../../scripts/local/settings.ts';
import { journey } from '../support/harness.ts';

const here = journey();

const read = (file: string) => readFileSync(path.join(projectRoot, 'node_modules', file), 'utf8');

/** Opens a page with React. Returns a function that renders an element and returns the error or the HTML. */
async function pageWithReact(): Promise<(element: string) => Promise<unknown>> {
  const { page } = await here.newPhone();
  const sources = {
    react: read('react/cjs/react.production.js'),
    'react-dom': read('react-dom/cjs/react-dom.production.js'),
    scheduler: read('scheduler/cjs/scheduler.production.js'),
    'react-dom/client': withoutAbsentFeatures(read('react-dom/cjs/react-dom-client.production.js')),
  };
  const modules = Object.entries(sources).map(([name, code]) => `'${name}': (exports) => {${code}\n}`);
  await page.evaluate(`{
    const modules = {${modules.join()}};
    const loaded = {};
    const require = (name) => {
      if (!(name in loaded)) modules[name]((loaded[name] = {}));
      return loaded[name];
    };
    globalThis.React = require('react');
    globalThis.ReactDOM = require('react-dom');
    globalThis.createRoot = require('react-dom/client').createRoot;
  }`);
  return (element) =>
    page.evaluate(`{
      const inside = document.createElement('div');
      let failure;
      const root = createRoot(inside, { onUncaughtError: ({ message }) => (failure ??= message) });
      const h = React.createElement;
      const Shown = () => ${element};
      ReactDOM.flushSync(() => root.render(h(Shown)));
      failure ?? inside.innerHTML;
    }`);
}

test('it renders what pages have, and refuses what it lacks', async () => {
  const render = await pageWithReact();
  expect(await render("h('ul', null, h('li', { ref: () => {} }, 1), h(React.Fragment, null, 2))")).toBe(
    '<ul><li>1</li>2</ul>',
  );
  expect(await render("h(React.Suspense, null, h('b', { className: 'now' }))")).toBe('<b class="now"></b>');
  const refusals = {
    'h(React.ViewTransition)': 'Minified React error #130',
    'h(React.Activity)': 'Minified React error #130',
    "h('title')": 'Left out of React: title',
    "h('body')": 'Left out of React: body',
    "h('own-element', { kind: 'x' })": 'Left out of React: setPropOnCustomElement',
    "h(React.Fragment, { ref: () => {} }, h('b'))": 'Left out of React: FragmentInstance',
    'React.useActionState(() => 1, 1)[0]': 'Left out of React: mountActionState',
    "ReactDOM.preload('/x.css', { as: 'style' })": 'Left out of React: preload',
  };
  for (const [element, message] of Object.entries(refusals))
    expect(await render(element), element).toContain(message);
});

test('another React, which lacks what is left out, is refused', () => {
  expect(() => withoutAbsentFeatures('function preload() {}')).toThrow('React has changed. It has no ');
});
