/**
 * Removes the features of React that no page uses, so that a page loads a sixth less code before it answers taps. React
 * throws when a page renders an element of a removed feature or calls a function of a removed feature.
 */
import { parseSync, Visitor, type ESTree } from 'vite';

/**
 * Kinds of React's nodes (`ReactWorkTags`) that no page has: SuspenseList, hoistable elements and singletons (title,
 * meta, link, html and so on), ViewTransition, Activity.
 */
const absentKinds = new Set([19, 26, 27, 30, 31]);

/** Types of elements that no page has. If the `switch` has no case for an element's type, React throws error 130. */
const absentElements = new Set([
  'REACT_ACTIVITY_TYPE',
  'REACT_SUSPENSE_LIST_TYPE',
  'REACT_LEGACY_HIDDEN_TYPE',
  'REACT_VIEW_TRANSITION_TYPE',
]);

/** Functions that run only for an absent feature. Their new bodies throw. */
const refused = [
  // Refs of fragments.
  'FragmentInstance',
  // Functions of `react-dom` such as `preload`.
  'prefetchDNS',
  'preconnect',
  'preload',
  'preloadModule',
  'preinitScript',
  'preinitStyle',
  'preinitModuleScript',
  // `useActionState`.
  'mountActionState',
  'updateActionState',
  'rerenderActionState',
  'setPropOnCustomElement',
  'startViewTransition',
  'commitAfterMutationEffectsOnFiber',
];

/** Functions that only handle nodes or instances of an absent feature. Their new bodies are empty. */
const idle = [
  'trackEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'reportViewTransitionError',
  'isFragmentInstanceParent',
  'commitNewChildToFragmentInstances',
  'commitFragmentInstanceInsertionEffects',
  'commitFragmentInstanceDeletionEffects',
  'insertSuspendedStylesheets',
  // Makes the list of components above an error. No page reads this list.
  'getStackByFiberInDevAndProd',
];

/** Elements that React treats as hoistable or as singletons. */
const absentTags = '/^(html|head|body|title|meta|link|style|script)$/';

/** New bodies of functions, by name. */
const bodies = new Map([
  ...refused.map((name) => [name, `throw Error('Left out of React: ${name}')`] as const),
  ...idle.map((name) => [name, ''] as const),
  ['isHostHoistableType', `if (${absentTags}.test(type)) throw Error('Left out of React: ' + type)`] as const,
]);

type Span = { start: number; end: number };
type Edit = Span & { text: string };
/** A declared variable, and the number of functions around the declaration. */
type Declared = Span & { name: string; depth: number };

/** Returns the production build of `react-dom/client` (`code`) without the features that no page uses. */
export function withoutAbsentFeatures(code: string): string {
  const edits: Edit[] = [];
  const missing = new Set(bodies.keys());
  const declared: Declared[] = [];
  let depth = 0;
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  new Visitor({
    FunctionDeclaration({ id, body }) {
      enter();
      const text = bodies.get(id?.name ?? '');
      if (id === null || body === null || text === undefined) return;
      missing.delete(id.name);
      edits.push({ start: body.start, end: body.end, text: `{${text}}` });
    },
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    VariableDeclarator({ id, start, end }) {
      if (id.type === 'Identifier') declared.push({ name: id.name, start, end, depth });
    },
    'SwitchStatement:exit'({ cases }) {
      edits.push(
        ...withoutCases(
          cases,
          declared.filter((one) => one.depth === depth),
        ),
      );
    },
    // Removes the methods of a class if the constructor of the class now throws.
    ExpressionStatement({ expression, start, end }) {
      if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') return;
      const { object } = expression.left;
      if (object.type !== 'MemberExpression' || object.object.type !== 'Identifier') return;
      if (object.property.type === 'Identifier' && object.property.name === 'prototype')
        if (refused.includes(object.object.name)) edits.push({ start, end, text: '' });
    },
  }).visit(parseSync('react.js', code).program);
  if (missing.size > 0) throw new Error(`React has changed. It has no ${[...missing].join(', ')}.`);
  return withEdits(code, edits);
}

/** Removes the absent cases of a switch, and declares their variables again in the first case that stays. */
function withoutCases(cases: ESTree.SwitchCase[], declared: Declared[]): Edit[] {
  const absent = absentCases(cases);
  const edits = absent.map(({ start, end }) => ({ start, end, text: '' }));
  const names = declared.filter(({ start }) => absent.some((one) => one.start < start && start < one.end));
  const first = cases.find((one) => !absent.includes(one) && one.consequent.length > 0)?.consequent[0];
  if (names.length === 0 || first === undefined) return edits;
  const text = `var ${names.map(({ name }) => name).join()};`;
  return [...edits, { start: first.start, end: first.start, text }];
}

/**
 * Cases of a `switch` that are never reached, because no page has such a node. A case stays if the case above it can
 * fall through to it.
 */
function absentCases(cases: ESTree.SwitchCase[]): ESTree.SwitchCase[] {
  const absent: ESTree.SwitchCase[] = [];
  let labels: ESTree.SwitchCase[] = [];
  let fallsIn = false;
  for (const one of cases) {
    labels.push(one);
    if (one.consequent.length === 0) continue;
    const gone = labels.filter(isAbsent);
    if (gone.length === labels.length && !fallsIn) absent.push(...gone);
    else {
      // Only the last of several labels has the statements, so the last label stays.
      absent.push(...gone.filter((label) => label !== one));
      fallsIn = !isAbrupt(one.consequent.at(-1));
    }
    labels = [];
  }
  return absent;
}

function isAbsent({ test }: ESTree.SwitchCase): boolean {
  if (test?.type === 'Identifier') return absentElements.has(test.name);
  return test?.type === 'Literal' && typeof test.value === 'number' && absentKinds.has(test.value);
}

/** True if the code after this statement never runs. */
function isAbrupt(statement: ESTree.Statement | undefined): boolean {
  if (statement?.type === 'BlockStatement') return isAbrupt(statement.body.at(-1));
  return /^(Return|Throw|Break|Continue)Statement$/.test(statement?.type ?? '');
}

/** Applies the edits. Edits within a removed part have no effect. */
function withEdits(code: string, edits: Edit[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < done) continue;
    result += code.slice(done, start) + text;
    done = end;
  }
  return result + code.slice(done);
}
