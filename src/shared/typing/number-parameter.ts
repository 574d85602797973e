/**
 * The query parameter of a status page that asks for a number: without scripts the number is typed on such a page,
 * which does not refresh itself.
 */
export const NUMBER_PARAMETER = 'number';
