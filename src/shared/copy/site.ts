/** The public pages in English, to the letter of `spec.md` sections 2 and 3. */

export const siteCopy = {
  notFoundTitle: '404 - Page Not Found',
  notFoundBody: "Oops! The page you're looking for doesn't exist.",
  notFoundHome: 'Go home',
  logIn: 'Login',
  getStarted: 'Get Started',
  joinQueue: 'Join Queue',
  hero: 'Hold every walk-in. Boost revenue.',
  heroBody: 'Guests scan, leave their name and wait where they like. You call them with one tap.',
  startTrial: 'Start Free Trial',
  heroPicture: 'A line runs from a phone showing place number 3 to a lit doorway',
  trialNote: '14 days free. No credit card.',
  menu: 'Menu',
  label: 'Site',
  copyright: (year: number, name: string) => `© ${year} ${name}`,
  brokenTitle: 'Something went wrong on this page',
  brokenBody: 'Your queue is safe: nobody lost their place. Loading the page again usually helps.',
  brokenAction: 'Load again',
};
