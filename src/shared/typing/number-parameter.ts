/**
 * The query parameter of a status page with a form for the phone number, for browsers without scripts. Such a page does
 * not refresh itself.
 */
export const NUMBER_PARAMETER = 'number';
