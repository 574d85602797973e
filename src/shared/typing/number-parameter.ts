/** The query of a status page that asks for the number: without scripts it is typed there, for that page stays as it is. */
export const NUMBER_PARAMETER = 'number';
