/** Joins class names into the value of one class attribute. Leaves out false and undefined. */
export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
