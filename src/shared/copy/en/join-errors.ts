/** Error messages about a party, in English (`docs/spec.md` section 5), for guests and for owners who add a walk-in. */
export const joinErrors = {
  locationRequired: 'Location is required',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  numGuestsTooFew: 'Number of guests must be at least 1',
  numGuestsTooMany: (max: number) => `Number of guests must be at most ${max}`,
  tooLong: (max: number) => `Please use at most ${max} characters`,
  preferenceRequired: 'Please choose how you want to wait',
  phoneRequired: 'Phone number is required for Wait Anywhere',
  phoneRequiredToSwitch: 'Phone number is required if you want to wait anywhere',
};
