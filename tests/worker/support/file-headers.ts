/** The headers that the platform gives a static file (`public/_headers`). */
import rules from '../../../public/_headers?raw';

/** Applies every rule that matches the path. If two headers have the same name, their values are joined by a comma. */
export function fileHeaders(path: string): Headers {
  const headers = new Headers();
  let fits = false;
  for (const line of rules.split('\n')) {
    if (/^\s*(#|$)/.test(line)) continue;
    const header = /^\s+([\w-]+): (.+)$/.exec(line);
    if (header === null) fits = patternOf(line.trim()).test(path);
    else if (fits) headers.append(header[1] ?? '', header[2] ?? '');
  }
  return headers;
}

function patternOf(rule: string): RegExp {
  const escaped = rule.split('*').map((part) => part.replaceAll(/[.\\+?^${}()|[\]]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`);
}
