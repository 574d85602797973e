/** The help page in English (`docs/spec.md` section 2). Answers are plain words; `[words](address)` is a link. */

import { product } from '../../../product.ts';

const { supportEmail } = product;

export const helpCopy = {
  title: 'Help',
  intro: 'What owners ask us most.',
  questions: [
    {
      question: 'Do guests get SMS notifications?',
      answer: [
        'Yes. Guests who choose Wait Anywhere leave a phone number, and get an SMS when you admit them: it names your business, says how long the spot is held and links to their page. You can also send them a text when their turn is near.',
        'Guests who choose Stay on Premises need no number: your staff call the name, and their page shows the turn all the same.',
      ],
    },
    {
      question: 'Can I customize the queue: pause, skip, reorder?',
      answer: [
        'Yes. On the dashboard you can pause joining and resume it, skip a guest one place back, move anybody to any place, and add a walk-in who has no phone. Remove, Arrived and No-show can be undone for ten seconds, and Admit, too, if you turn that on. Guests who left, arrived or did not come can be recalled until the end of the day.',
        'Under Settings each location has its own opening hours, largest line, hold time and words for texts.',
      ],
    },
    {
      question: 'Can I have multiple locations under one account?',
      answer: [
        'Yes. Every location has an independent queue, with its own line, hours, credits and figures. You switch between them on the dashboard. Guests use one QR code and choose where they are.',
        'Starter has one location and Professional three. For more there is the Custom Plan.',
      ],
    },
    {
      question: 'Do guests need an app?',
      answer: [
        'No. Guests scan the QR code or follow a link, and the queue opens in the browser of any phone. There is nothing to download and no account to make.',
      ],
    },
    {
      question: 'What about advanced features?',
      answer: [
        'Custom integrations, analytics beyond those of the dashboard, and bulk SMS are part of the Custom Plan. Tell our [Sales](/sales) what you need.',
      ],
    },
  ],
  contactTitle: 'Still stuck?',
  contact: `A person reads every message. Write to [${supportEmail}](mailto:${supportEmail}).`,
  feedback: 'Something broken or missing? [Share your feedback](/feedback).',
};
