/**
 * The terms of service (`docs/spec.md` section 2), in twenty sections. Statements about the product must match the
 * code.
 */
import { TRIAL_DAYS, UNCONFIRMED_GUESTS_MAX } from '../../../limits.ts';
import type { LegalText } from '../../../site/legal-text.ts';
import { product } from '../../../product.ts';

const { name, legalEntity, supportEmail, governingLaw, courts } = product;
const support = `[${supportEmail}](mailto:${supportEmail})`;

export const terms: LegalText = {
  title: 'Terms of Service',
  updated: '21 August 2025',
  intro: [
    `These are the terms between you and ${legalEntity} for using ${name}. They are in plain words. Each term has a number, so that you can refer to it.`,
  ],
  sections: [
    {
      title: 'Agreement',
      body: [
        `By making an account, joining a queue or using ${name} in any other way you agree to these terms and to our [Privacy Policy](/policy). If you agree for a company, you say that you may bind it. If you do not agree, please do not use the service.`,
        '“Business” means the holder of an account, “owner” the person who uses it, “guest” a person who joins a queue. “We” are ' +
          `${legalEntity}.`,
      ],
    },
    {
      title: 'Who may use it',
      body: [
        'You must be at least 18 years old to open or use a business account. Guests must be at least 13; for younger children a grown-up joins. You may not use the service where the law forbids you to.',
      ],
    },
    {
      title: 'The service',
      body: [
        `${name} holds a queue for walk-in businesses. Guests join by a link or a QR code, see their place, and are told when it is their turn: on their page, by SMS if they gave a number, and by a reminder of their browser if they turned it on.`,
        'Waiting times are estimates. A place in line is held by the business and not by us: whom it admits, and when, is the business’s decision.',
      ],
    },
    {
      title: 'Your account',
      body: [
        'Give true details and keep them up to date. Keep your password to yourself; you answer for what is done with your account. Tell us at once if you believe that somebody else uses it. One account is for one business.',
      ],
    },
    {
      title: 'Free trial',
      body: [
        `A new account begins with a free trial of ${TRIAL_DAYS} days on the Starter plan. It needs no credit card, and nothing is charged when it ends: credits then go to zero and nobody new can join, until you choose a plan. Guests who are in line already can still be admitted. Each mailbox has one trial: an account whose mailbox has had a trial begins without one. Until its email address is confirmed, an account takes ${UNCONFIRMED_GUESTS_MAX} guests in all.`,
      ],
    },
    {
      title: 'Plans and credits',
      body: [
        'Each plan has a number of locations, and for each location and month a number of customer credits and SMS credits, as our [prices](/#pricing) say. A guest who joins takes one customer credit, which comes back if the visit ends without being admitted. A text takes one SMS credit in your own country, more in some countries as the settings show, and in Arabic twice as many. The credits come back if the text is refused for good.',
        'Credits that are left at the end of a month do not carry over, have no cash value and cannot be passed on.',
      ],
    },
    {
      title: 'Billing in advance',
      body: [
        'Paid plans are billed in advance, for a month or a year, and renew for the same time until you cancel. Prices are in US dollars; taxes that the law adds are added. Payments are taken by our payment provider, whose terms apply to them.',
        'If a payment fails we tell you by email, and the payment provider tries again. Seven days later the account’s credits cannot be used until the payment is made.',
      ],
    },
    {
      title: 'Cancelling',
      body: [
        'You can cancel at any time, under Settings, Manage Your Subscription. The cancellation takes effect at the end of the period that is paid: until then everything works as before, and nothing is charged after it.',
      ],
    },
    {
      title: 'No refunds',
      body: [
        'Payments are not refunded, neither for a period that was cut short nor for credits that were not used, except where the law gives you a right that we cannot exclude.',
      ],
    },
    {
      title: 'Changes of plan and price',
      body: [
        'A change to a larger plan takes effect as soon as it is paid. A change to a smaller plan takes effect at once, and may leave you with fewer locations and credits. If we change our prices, we tell you by email at least 30 days before; the new price applies from your next period, and you may cancel until then.',
      ],
    },
    {
      title: 'Your guests and their data',
      body: [
        'Guests’ data belongs to the relation between you and your guest. You decide why it is used, and we handle it for you, as our [Privacy Policy](/policy) describes. You may use guests’ names and numbers to run your queue and for nothing else: not for advertising, lists or sale. If you add a guest yourself, you must have the guest’s consent to what you type.',
      ],
    },
    {
      title: 'Text messages',
      body: [
        'Guests who give a number agree to texts about their visit: when it is their turn or nearly their turn, and once more if staff call again. Message and data rates may apply. A guest may reply STOP at any time to end them, and START to have them again; we honour it for all businesses. Delivery is up to carriers and cannot be promised. To prevent abuse we limit how many texts go to one number and from one account, and to which countries.',
      ],
    },
    {
      title: 'Acceptable use',
      body: [
        'You may not:',
        [
          'break the law or the rights of others with the service, or deceive guests with it;',
          'send advertising, threats, links or anything else that is not about a visit by our texts;',
          'enter data about health or other sensitive matters where names and addresses are asked for;',
          'try to get around limits, credits or access controls, put a load on the service that is not the load of a business, or copy its data by programs;',
          'test its security in other ways than our [Privacy Policy](/policy) allows under Security;',
          'resell the service, or offer it under another name.',
        ],
      ],
    },
    {
      title: 'Your content and ours',
      body: [
        `What you enter stays yours. You allow us to store, show and send it as far as running the service needs. ${name}, its name, design and software are ours or our licensors’; you get the right to use the service while your account lasts, and no other. We may use your suggestions without owing you anything.`,
      ],
    },
    {
      title: 'Services of others',
      body: [
        'We use services of others for payments, texts, mails and hosting; the [Privacy Policy](/policy) names them. We choose them with care, but we are not responsible for things that only they control.',
      ],
    },
    {
      title: 'Availability and changes',
      body: [
        'We work to keep the service running at all hours, but do not promise that it is never interrupted. Keep a way to serve guests without it. We may change, add or end features; if we end one that you pay for and cannot do without, you may cancel at once.',
      ],
    },
    {
      title: 'Suspension and end',
      body: [
        'You may delete your account at any time under Account & security. Deletion erases the account’s data, ends its subscription and cannot be undone.',
        'We may suspend or end an account that breaks these terms, does not pay, or puts others or the service at risk. Where we can we tell you first and give you time to put it right. Sections 9, 11, 14, 18 and 19 go on after the end.',
      ],
    },
    {
      title: 'Warranties and liability',
      body: [
        'The service is provided as it is. As far as the law allows we give no warranty, neither that it fits a purpose nor that it is free of errors.',
        'As far as the law allows, neither of us owes the other compensation for lost profit, lost business or any other indirect damage, and our total liability to you is capped at the amounts you paid us in the 12 months before the event. Nothing here limits what by law cannot be limited, such as liability for intent or fraud.',
        'If your use of the service breaks these terms or somebody’s rights and a claim is made against us for it, you compensate us for it.',
      ],
    },
    {
      title: 'Governing law and courts',
      body: [
        `These terms are governed by ${governingLaw}. Disputes that we cannot settle by talking are decided by the courts of ${courts}. If you are a consumer, you keep any additional rights that the law of your country gives you.`,
      ],
    },
    {
      title: 'Changes to these terms, and contact',
      body: [
        'We may change these terms. The new ones stand here, with their date at the top; if a change takes something from you, we tell owners by email at least 14 days before it takes effect. If you continue to use the service after that, you agree to them. If one of these terms is invalid, the others stay valid.',
        `Write to us: ${support}.`,
      ],
    },
  ],
};
