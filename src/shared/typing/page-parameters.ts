/** The query parameter that chooses a location: `/queue/{username}?at={locationId}`. An unknown id is ignored. */
export const LOCATION_PARAMETER = 'at';
