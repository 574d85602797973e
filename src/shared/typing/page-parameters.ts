/**
 * The query parameter that adds a form for the phone number to the status page, for browsers without scripts. A page
 * with this form does not refresh itself.
 */
export const NUMBER_PARAMETER = 'number';

/**
 * The query parameter with which a browser without scripts opens `/queue` after the guest has left a line. The value is
 * the username of the business of that line.
 */
export const LEFT_PARAMETER = 'left';

/** The query parameter that chooses a location: `/queue/{username}?at={locationId}`. An unknown id is ignored. */
export const LOCATION_PARAMETER = 'at';
