/**
 * The privacy policy (`docs/spec.md` section 2). For each statement about data, `docs/asvs.md` lists the code and the
 * test behind the statement.
 */
import { FORM_MESSAGE_RETENTION_MONTHS } from '../../../typing/form-limits.ts';
import { product } from '../../../product.ts';
import type { LegalText } from '../../../site/legal-text.ts';

const { name, legalEntity, supportEmail } = product;
const support = `[${supportEmail}](mailto:${supportEmail})`;

export const policy: LegalText = {
  title: 'Privacy Policy',
  updated: '21 August 2025',
  intro: [
    `${name} is a digital queue for walk-in businesses. To hold a place in a line we need a name; to text somebody we need a number. This page says what we keep, for how long, who else sees it, and how to get it back or have it erased.`,
    'In short: a guest’s name and number are shown to the business that was joined and to nobody else, and are erased 30 days after the visit. We show no advertising, use no trackers and sell nobody’s data.',
  ],
  sections: [
    {
      title: 'Data we collect',
      body: [
        'From guests who join a queue:',
        [
          'First and last name, the number of guests, the location that was joined, how the guest wants to wait, and staff’s notes about the party.',
          'A phone number, only from those who choose Wait Anywhere or are added with one by staff, and the consent text that was shown with the field.',
          'The language of the page, the times of joining, being called, arriving and leaving, and what a guest tells the business by the buttons of the page.',
          'If a guest turns on reminders: the address at which the browser’s push service takes them.',
        ],
        'From business owners:',
        [
          'Business name, username, email address, phone number, and the password, of which we keep only a hash.',
          'Of the people whom an owner invites to the team: email address, name, password as a hash, role and locations. Of everybody in a team, the owner too: what they did with a visit or a setting, when they were on duty, and of a PIN for a tablet only a hash.',
          'Of passkeys: a name for each, its public key, and when it was added and last used. Fingerprints and faces stay on the device.',
          'The addresses and settings of locations, the language of an account, when and on what kind of browser a login began, such as “Chrome on Windows”, and of a tablet at the door its name, who set it up, and when it was last used.',
          'The plan, its periods and the numbers by which our payment provider knows the account. Card details go to the payment provider alone; we never see them.',
        ],
        'From those who write to us by a form: what they typed in it.',
        'Of everybody: the network address of a request, which we use to limit abuse. If we keep it, then only as a keyed hash: for about a day, and for some days in our logs about limits and misuse, with another hash each day.',
        'Cookies and browser storage hold what the product needs to work: an owner’s login, that a tablet belongs to a business, that this browser has opened an owner’s account before, a guest’s place in line, the chosen language, a few switches of the page, and what was typed into one of our forms until it is sent or the tab is closed. There are no cookies for advertising or statistics, and our pages load nothing from other sites, except a bot check, if we use one: on our two forms, and before a join when many come from one network.',
      ],
    },
    {
      title: 'How we use it',
      body: [
        [
          'To run the queue: show the line to the business, and each guest their own place.',
          'To tell guests that their turn has come or is near, by the page, by SMS or by a reminder of the browser.',
          'To run accounts: logins, security notices, trials, plans and payments.',
          'To show a business its figures. They are counted from visits without names and numbers.',
          'To answer messages, to keep the service safe and to find errors. Our logs hold no name, phone number, email address, network address or access token.',
        ],
        `For guests’ data the business that was joined decides why it is used; ${legalEntity} handles it on the business’s behalf. For owners’ data ${legalEntity} is responsible. We rely on the contract with you, on your consent where a number is given for texts, and on our interest in a service that is safe from abuse.`,
      ],
    },
    {
      title: 'Who we share it with',
      body: [
        'We share data with those who help to run the service, and only what each of them needs:',
        [
          'Payment provider (Stripe): takes payments from businesses. It gets the account’s email address, the name of the business and what is bought.',
          'SMS provider (Twilio): sends texts to guests, and to owners the code that proves their number. It gets the phone number and the text; a text to a guest names the business and links to the guest’s page.',
          'Email provider (Resend or Cloudflare): sends mails about accounts and teams to those whom they concern, and messages of our forms to us.',
          'Hosting provider (Cloudflare): runs our servers and databases. If a page shows its bot check, it sees the browser of the person who is checked.',
          'A list of breached passwords (Have I Been Pwned): gets five digits of the hash of a new password, which tell neither the password nor whose it is.',
          'The push service of the guest’s browser, if reminders were turned on. Each message is encrypted for that browser.',
        ],
        'The business that a guest joins sees the guest’s name, number of guests, phone number and times. Other businesses never do. We give data to authorities only where the law makes us.',
      ],
    },
    {
      title: 'How long we keep it',
      body: [
        [
          'Guests’ names, phone numbers and what staff noted: 30 days after the visit ended, then they are erased. If the guest or the business asks for it by the button, or if the business removes the location or closes its account, at once.',
          'A visit that nobody calls ends by itself when the location opens again, and a day after the join or the return to the line at the latest.',
          'The link in a text shows the visit until six hours after it ended, with the first name and the last three digits of the number. The SMS provider’s id of the text is erased with the name.',
          'The consent that was given with a number: without name and number, until the location is removed.',
          'Visits in a business’s statistics: without name and number, until the account is deleted.',
          'Which numbers were texted: as a keyed hash, for 24 hours, so that nobody gets too many texts. A number that replied STOP: as a keyed hash, until it replies START.',
          'A mailbox whose reader told us that an account is not theirs: as a keyed hash, for a week, so that we send no more mails to it.',
          'Logins: 14 days after the last use, 90 days at most. The fact that a browser has opened an account: in the browser’s cookie, for 180 days after the last login or until the owner logs out everywhere. Links in mails: one hour for a password, 48 hours for an email address; the others are signed and not kept. A removed passkey, a second step that was turned off and a changed email address: 72 hours more, so that the change can be undone. Ended logins, links, passkeys, second steps and addresses are erased within two hours.',
          'Owners’ accounts: until their owner deletes them on the account page, or until nobody has logged in, no guest has come and nothing was paid for a year; we tell the owner by email a month before. Deletion erases name, username, email address, phone number, password and passkeys at once, and locations and statistics as soon as each can be reached.',
          'People of a team: until they leave it or are removed, and belong to no other. What they did stays without their name, until the location is removed. An invitation: 7 days.',
          'A tablet at the door: until it is revoked, its location is removed, or it was not used for 90 days.',
          'Of a deleted account: keyed hashes of its confirmed email address and its proven phone number, as a record of the free trial, for one year after the sign-up; a keyed hash of its username for one year, so that nobody takes over its posters; an id without a name at what a member did in a line; and, without end, the username in our records of credits that we changed by hand and of what our staff did with the account.',
          `Messages sent by our forms: ${FORM_MESSAGE_RETENTION_MONTHS} months after they were sent, then they are erased, here and in our mailbox. Write to us to have yours erased earlier.`,
          'Backups: our hosting provider can restore its storage to any moment of the last 30 days, and we delete our own copies after 30 days. What was erased leaves them within that time.',
          'Records of payments: at the payment provider, as long as the accounting law requires.',
        ],
      ],
    },
    {
      title: 'Your rights',
      body: [
        'You may ask what we hold about you, have it corrected, get a copy, have it erased, or object to its use; you may withdraw a consent at any time. For most of these rights you need no request:',
        [
          'Guests see their data on their own queue page, can change how they wait there, leave the queue with one button, and erase their data with another. A reply of STOP ends texts from every business that uses us.',
          'Owners see and change their data under Settings and Account & security, and people of a team theirs under Account & security; these can leave a team themselves. Owners download their history as a file from the dashboard, erase a single guest on request, and delete the account themselves.',
        ],
        `For everything else write to ${support}, or as a guest to the business you visited. We answer within 30 days, and may ask for proof that the data is yours. If you think that we handle your data wrongly you may also turn to the data protection authority of your country.`,
      ],
    },
    {
      title: 'Security',
      body: [
        'Our pages and links use https, which encrypts what you send on its way. Passwords are kept as scrypt hashes; logins, links in mails and guests’ access tokens are kept as hashes, too. Owners can turn on a second step at login, or log in with passkeys. We check who makes each call; logins, joins, forms and codes are limited in number, and each location’s line is kept apart from all others.',
        `If you have found a weakness, write to ${support}. Test with accounts and lines of your own only, do not read or change data of others, do not overload the service or send texts to strangers, and give us time to mend before you publish. Then we take no legal steps against you. We answer within three working days, and mend a serious weakness within 7 days, any other within 90.`,
        'No system is without risk. If data that could harm you came into wrong hands, we would tell you and the authority in charge within 72 hours of knowing.',
      ],
    },
    {
      title: 'International transfers',
      body: [
        'Our providers run servers in many countries, so your data may be handled outside of the country you are in, among others in the United States and the European Union. We choose providers who commit by contract to protect it as the law of your country requires, for example by standard contractual clauses.',
      ],
    },
    {
      title: 'Children under 13',
      body: [
        `${name} is not meant for children under 13, and we do not knowingly collect their data. Let a grown-up join for your party. If you believe that a child gave us data, write to ${support} and we erase it. Business accounts are for people of 18 and older.`,
      ],
    },
    {
      title: 'Changes to this policy',
      body: [
        'When this policy changes we put the new one here, with its date at the top. If a change takes something from you, we tell owners by email at least 14 days before it takes effect.',
      ],
    },
    {
      title: 'Contact',
      body: [
        `${legalEntity} is responsible for this policy. Questions and requests: ${support}. The rules for using the service are in our [Terms of Service](/terms).`,
      ],
    },
  ],
};
