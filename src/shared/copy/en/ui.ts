/** Words of controls that several pages of owners have, in English. */

export const uiCopy = {
  /** The pressed state says whether it is shown. */
  showTyped: 'Show what I type',
};
