/**
 * The query parameter of a status page with a form for the phone number, for browsers without scripts. Such a page does
 * not refresh itself.
 */
export const NUMBER_PARAMETER = 'number';

/** The query parameter of `/queue` that names the business whose line a guest without scripts has left. */
export const LEFT_PARAMETER = 'left';

/** The query parameter that chooses a location: `/queue/{username}?at={locationId}`. An unknown id is ignored. */
export const LOCATION_PARAMETER = 'at';
