/**
 * Words of the 404 page, and words that the public pages share, in English. `tests/pure/shared/spec-texts.test.ts`
 * checks the sentences that the specification prescribes.
 */

export const siteCopy = {
  notFoundTitle: '404 - Page Not Found',
  notFoundBody: "Oops! The page you're looking for doesn't exist.",
  notFoundHome: 'Go home',
  logIn: 'Login',
  getStarted: 'Get Started',
  joinQueue: 'Join Queue',
  dashboard: 'Dashboard',
  hero: 'Hold every walk-in. Boost revenue.',
  heroBody: 'Guests scan, leave their name and wait where they like. You call them with one tap.',
  startTrial: 'Start Free Trial',
  heroPicture: 'A line runs from a phone showing place number 3 to a lit doorway',
  trialNote: (days: number) => `${days} days free. No credit card.`,
  menu: 'Menu',
  label: 'Site',
  footerLabel: 'About us',
  copyright: (year: number, name: string) => `© ${year} ${name}`,
  privacy: 'Privacy',
  terms: 'Terms',
  feedback: 'Feedback',
  help: 'Help',
  toContent: 'Skip to content',
  home: 'Home',
  backLabel: 'Back',
  backToQueue: 'Back to the queue',
  lastUpdated: (date: string) => `Last updated ${date}`,
  contents: 'Contents',
  brokenTitle: 'Something went wrong on this page',
  brokenBody: 'Your queue is safe: nobody lost their place. Loading the page again usually helps.',
  brokenAction: 'Load again',
  needsScript: 'Please turn on JavaScript to use this form.',
  notLoaded: 'A part of this form could not be loaded. Please load the page again.',
};
