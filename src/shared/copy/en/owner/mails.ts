/**
 * Mails to owners and members, in English. The files of the other languages have the type `MailCopy`, so TypeScript
 * reports an error if a sentence is missing. The sentences contain no user input.
 */
import type { Language } from '../../../languages.ts';
import type { BillingInterval, PlanName } from '../../../plans.ts';
import { product } from '../../../product.ts';
import { billingCopy } from './billing.ts';

const { name } = product;
const { price, locations, customers, sms, perLocation } = billingCopy.payments;

/** The words of one mail. `button` is the label of the mail's link. */
type Words = { subject: string; paragraphs: string[]; notes?: string[] };
type WordsWithButton = Words & { button: string };

/**
 * The words of a mail that reports a change. Every such mail contains the link "This was not me". `more`: further
 * paragraphs.
 */
export type Warning = { subject: string; told: string; more?: string[] };

/** The sentences of all mails. */
export type MailCopy = {
  language: Language;
  /** The locale for formatting days and moments. */
  locale: string;
  greeting: string;
  /** `when` is a day and a clock time, `timezone` an IANA time zone. */
  moment: (when: string, timezone: string) => string;
  account: {
    verify: (hours: number) => WordsWithButton;
    reset: (hours: number) => WordsWithButton;
    logInLink: WordsWithButton;
    addressInUse: Words;
    /** `day` is a day such as '24 November 2026'. */
    idle: (day: string) => WordsWithButton;
    /** Who or what deleted the account: the owner, our operators on request, or a year without use. */
    deleted: Record<'owner' | 'us' | 'idle', Words>;
    guestErasure: Words;
  };
  warnings: {
    emailChangeAsked: Warning;
    emailChanged: Warning;
    passwordReset: Warning;
    passwordChanged: Warning;
    /** `device` is an English description, such as 'Firefox on Linux'. It is null if the device is unknown. */
    newDevice: (by: 'password' | 'passkey', device: string | null) => Warning;
    wrongCodes: Warning;
    secondStep: Record<'on' | 'off' | 'off_by_reset', Warning>;
    passkey: Record<'added' | 'removed', Warning>;
    recoveryCodes: Record<'used' | 'renewed', Warning>;
    deletionCode: (code: string) => Warning & { ifItWasYou: string };
    handOverCode: (code: string) => Warning & { ifItWasYou: string };
    asked: Record<'export' | 'account', Warning>;
    ownershipOffered: Warning;
    handedOver: Warning;
    invited: Warning;
    roleChanged: Warning;
    deviceSetUp: Warning;
    pinSet: Warning;
    ifItWasYou: string;
    button: string;
    note: string;
  };
  team: {
    invitation: WordsWithButton;
    removed: Words;
    offer: WordsWithButton;
  };
  billing: {
    paymentFailed: (plan: PlanName, moment: string, isOver: boolean) => WordsWithButton;
    planChanged: (plan: PlanName) => WordsWithButton;
    facts: {
      plan: string;
      planPrice: (plan: PlanName, usd: number, interval: BillingInterval) => string;
      included: string;
      locations: (n: number) => string;
      perLocation: string;
      credits: (sms: number, customers: number) => string;
      endsOn: string;
      paidUntil: string;
    };
    paidTwice: Words;
    trialEnds: {
      inDays: (days: number) => string;
      today: string;
      tomorrow: string;
      words: (moment: string) => Omit<WordsWithButton, 'subject'>;
    };
  };
};

const asked = 'We do it once two of our staff agree, or in 24 hours.';
const stops = 'If you did not ask for it, the link below stops it.';
const turned = (word: 'on' | 'off', more = ''): Warning => ({
  subject: `Two-step login was turned ${word} for ${name}`,
  told: `Two-step login of your ${name} account was turned ${word}.${more}`,
});
const deleted = (how: string): Words => ({
  subject: `Your ${name} account was deleted`,
  paragraphs: [
    `Your ${name} account was deleted${how}, with its locations, queues and history.`,
    'If this wasn’t you, reply to this email right away.',
  ],
});
const linkNote = (hours: number) =>
  `The link works once and expires in ${hours === 1 ? '1 hour' : `${hours} hours`}. If you asked more than once, only the newest link works.`;

export const mailCopy: MailCopy = {
  language: 'en',
  locale: 'en-GB',
  greeting: 'Hello,',
  moment: (when, timezone) => `${when} (${timezone} time)`,
  account: {
    verify: (hours) => ({
      subject: `Confirm your email address for ${name}`,
      paragraphs: [`Please confirm that this is the email address of your ${name} account.`],
      button: 'Confirm this address',
      notes: [linkNote(hours), 'If you have no account with us, there is nothing to do.'],
    }),
    reset: (hours) => ({
      subject: `Reset your ${name} password`,
      paragraphs: [`Someone asked to reset the password of your ${name} account.`],
      button: 'Choose a new password',
      notes: [linkNote(hours), 'If this wasn’t you, there is nothing to do: your password stays as it is.'],
    }),
    logInLink: {
      subject: `Log in to ${name} by this link`,
      paragraphs: [
        `Somebody entered many wrong passwords or codes for your ${name} account, so we answer no further tries from devices that we do not know.`,
        'If you want to log in now, open this link. Your password is still needed.',
      ],
      button: 'Log in',
      notes: [
        'The link works for 2 hours. Do not pass it on.',
        'If you did not try to log in, there is nothing to do: nobody got in.',
      ],
    },
    addressInUse: {
      subject: `This email address already has a ${name} account`,
      paragraphs: [
        `Someone asked to use this email address for a second ${name} account. An address can belong to one account only, so nothing was changed.`,
        'If this wasn’t you, there is nothing to do.',
      ],
    },
    idle: (day) => ({
      subject: `Your ${name} account will be deleted on ${day}`,
      paragraphs: [
        `Nobody has logged in to your ${name} account for 11 months, and no guest has come in this time. We keep no account that nobody uses: on ${day} we delete it with its locations, queues and history.`,
        'If you want to keep it, log in before that day. There is nothing else to do.',
      ],
      button: 'Log in',
      notes: ['If you no longer need the account, there is nothing to do.'],
    }),
    deleted: {
      owner: deleted(''),
      us: deleted(' by us, because somebody asked us for it'),
      idle: deleted(' by us, because nobody has used it for a year'),
    },
    guestErasure: {
      subject: `A guest asked ${name} to be forgotten`,
      paragraphs: [`We were asked to erase what your locations know about one guest. ${asked}`],
      notes: ['There is nothing to do.'],
    },
  },
  warnings: {
    emailChangeAsked: {
      subject: `Your ${name} email address is about to change`,
      told: `Someone who is logged in to your ${name} account asked to change its email address. It changes once the new address is confirmed.`,
    },
    emailChanged: {
      subject: `Your ${name} email address was changed`,
      told: `The email address of your ${name} account was changed. We write to the new one from now on.`,
    },
    passwordReset: {
      subject: `Your ${name} password was reset`,
      told: `A new password of your ${name} account was chosen by a mailed link. Every device has been logged out.`,
    },
    passwordChanged: {
      subject: `Your ${name} password was changed`,
      told: `The password of your ${name} account was changed. Every other device has been logged out.`,
    },
    newDevice: (by, device) => ({
      subject: `New login to your ${name} account`,
      told: `Somebody logged in to your ${name} account with your ${by}, from a device that was not used before: ${device ?? 'an unknown one'}.`,
    }),
    wrongCodes: {
      subject: `Wrong login codes for your ${name} account`,
      told: `Somebody entered the password of your ${name} account, and then a wrong code. Nobody was logged in by it.`,
    },
    secondStep: {
      on: turned('on'),
      off: turned('off', ' If this wasn’t you, the link below turns it on again.'),
      off_by_reset: turned('off'),
    },
    passkey: {
      added: {
        subject: `A passkey was added at ${name}`,
        told: `A passkey was added to your ${name} account. The account can be opened with it, without the password.`,
      },
      removed: {
        subject: `A passkey was removed at ${name}`,
        told: `A passkey of your ${name} account was removed. If this wasn’t you, the link below gives it back.`,
      },
    },
    recoveryCodes: {
      used: {
        subject: `Recovery codes of your ${name} account`,
        told: `A recovery code was used in place of the second step of your ${name} account.`,
      },
      renewed: {
        subject: `Recovery codes of your ${name} account`,
        told: `New recovery codes were made for your ${name} account. The earlier ones no longer work.`,
      },
    },
    deletionCode: (code) => ({
      subject: `Code to delete your ${name} account`,
      told: `Somebody who is logged in to your ${name} account asked to delete it, with its locations, queues and history. Nothing is deleted without this code: ${code}`,
      ifItWasYou: 'If this was you, type the code within 15 minutes.',
    }),
    handOverCode: (code) => ({
      subject: `Code to hand over your business on ${name}`,
      told: `Somebody who is logged in to your ${name} account asked to make another member the owner of your business, with its plan and history. Nothing is handed over without this code: ${code}`,
      ifItWasYou: 'If this was you, type the code within 15 minutes.',
    }),
    asked: {
      export: {
        subject: `We were asked to export your ${name} account`,
        told: `We were asked to copy all data of your ${name} account into a file, to move or keep it. ${asked} ${stops}`,
      },
      account: {
        subject: `We were asked to delete your ${name} account`,
        told: `We were asked to delete your ${name} account, with its locations, queues and history. ${asked} ${stops}`,
      },
    },
    ownershipOffered: {
      subject: `The ownership of your business on ${name} was offered to a member`,
      told: `Somebody who is logged in to your ${name} account offered the ownership of your business to a member of its team. It passes once the member confirms it.`,
    },
    handedOver: {
      subject: `Your business on ${name} has a new owner`,
      told: `The member confirmed: the ownership of your business on ${name} has passed. You are a manager now, and have to log in again.`,
      more: [
        'A plan is still paid with your payment method until the new owner enters another one.',
        `The link below ends the logins of your account, but does not bring the business back: write to ${product.supportEmail} at once if this wasn’t you.`,
      ],
    },
    invited: {
      subject: `Somebody was invited to your team on ${name}`,
      told: `Somebody who is logged in to your ${name} account invited a person to the team of your business. If this wasn’t you, the link below takes it back, also if the person has joined.`,
    },
    roleChanged: {
      subject: `A role in your team on ${name} was changed`,
      told: `Somebody who is logged in to your ${name} account gave a member of your team another role, or other locations. If this wasn’t you, follow the link below, and then look at the page “Team”.`,
    },
    deviceSetUp: {
      subject: `A tablet was set up for your team on ${name}`,
      told: `A tablet was set up with a code that somebody who is logged in to your ${name} account made. Members unlock it with their PIN. If this wasn’t you, the link below ends the tablet.`,
    },
    pinSet: {
      subject: `Your PIN for ${name} tablets was set`,
      told: `Somebody who is logged in to your ${name} account, and has its password, set a PIN. With it, tablets of the team open in your name. If this wasn’t you, the link below ends the PIN.`,
    },
    ifItWasYou: 'If this was you, there is nothing to do.',
    button: 'This was not me',
    note: 'The link works for 72 hours. It logs out every device, ends the password, and takes off two-step login, passkeys and tablets that were added in the last 72 hours, with invitations of that time and the people who joined by them. Only who reads this mailbox can then choose a new password. For 72 hours nobody can change the email address, two-step login or passkeys, or delete the account.',
  },
  team: {
    invitation: {
      subject: `You are invited to a team on ${name}`,
      paragraphs: [
        `Somebody invites you to the team of a business on ${name}. Open the link to see who, and to join.`,
      ],
      button: 'See the invitation',
      notes: [
        'The link works once and expires in 7 days. If you were invited more than once, only the newest link works.',
        'If you do not know why you got this mail, there is nothing to do.',
      ],
    },
    removed: {
      subject: `You have left a team on ${name}`,
      paragraphs: [
        `You no longer belong to the team of a business on ${name}. Every device was logged out of it. An account that belongs to no business is deleted.`,
      ],
    },
    offer: {
      subject: `You are offered the ownership of a business on ${name}`,
      paragraphs: [
        `The owner of a business on ${name} offers you the ownership, with its plan and payments. You can confirm it on the page “Team” within 7 days, with your password.`,
      ],
      button: 'Open the team',
      notes: ['If you do not want it, there is nothing to do: nothing changes without you.'],
    },
  },
  billing: {
    paymentFailed: (plan, moment, isOver) => ({
      subject: `A payment for your ${name} plan failed`,
      paragraphs: [
        `The payment for the ${plan} plan of your ${name} account did not go through.`,
        isOver
          ? `Your credits are on hold since ${moment}: nobody can join your queues until it is paid. Guests who are in line can still be called.`
          : `Your credits stay until ${moment}. From then on nobody can join your queues until it is paid. Guests who are in line then can still be called.`,
      ],
      button: 'Update your payment method',
      notes: ['If you have paid since, there is nothing to do.'],
    }),
    planChanged: (plan) => ({
      subject: `Your ${name} plan is now ${plan}`,
      paragraphs: [`Thank you. Your ${name} account is on the ${plan} plan from now on.`],
      button: 'Open your settings',
      notes: ['If this wasn’t you, reply to this email right away.'],
    }),
    facts: {
      plan: 'Plan',
      planPrice: (plan, usd, interval) => `${plan}, ${price(usd, interval)}`,
      included: 'Included',
      locations,
      perLocation,
      credits: (texts, guests) => `${sms(texts)}, ${customers(guests)}`,
      endsOn: 'Ends on',
      paidUntil: 'Paid until',
    },
    paidTwice: {
      subject: `Your ${name} account is being paid for twice`,
      paragraphs: [
        `Two subscriptions of your ${name} account are being paid for. Only the first one counts.`,
        'We have been told as well: we end the second one and give its price back. There is nothing you have to do.',
      ],
      notes: ['If you do not hear from us within three working days, answer this mail.'],
    },
    trialEnds: {
      inDays: (days) => `Your ${name} trial ends in ${days} days`,
      today: `Your ${name} trial ends today`,
      tomorrow: `Your ${name} trial ends tomorrow`,
      words: (moment) => ({
        paragraphs: [
          `The free trial of your ${name} account ends on ${moment}.`,
          'From then on nobody can join your queues until you choose a plan. Guests who are in line then can still be called.',
        ],
        button: 'Choose a plan',
        notes: ['If you do not want to go on, there is nothing to do: nothing is charged.'],
      }),
    },
  },
};
