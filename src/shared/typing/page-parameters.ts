/**
 * The query parameter that adds a form for the phone number to the status page, for browsers without scripts. A page
 * with this form does not refresh itself.
 */
export const NUMBER_PARAMETER = 'number';

/**
 * The query parameter of `/queue` for a guest without scripts who has left a line: the username of that line's
 * business.
 */
export const LEFT_PARAMETER = 'left';

/** The query parameter that chooses a location: `/queue/{username}?at={locationId}`. An unknown id is ignored. */
export const LOCATION_PARAMETER = 'at';
