/** English labels of the owner's pages and of the public pages. Guest pages load `words.ts`, but not this file. */

/** A location that accepts no new guests for now. */
export const joining = { pause: 'Pause joining', paused: 'Joining paused' };

/** The button in a password's field. The pressed state of this button says whether the password is shown. */
export const showTyped = 'Show what I type';

/** The region of the toasts, and the button that removes a toast. */
export const toastWords = { region: 'Notifications', dismiss: (title: string) => `Dismiss: ${title}` };
