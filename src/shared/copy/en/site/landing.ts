/** The landing page in English. */
import { TRIAL_DAYS } from '../../../limits.ts';
import { product } from '../../../product.ts';

const { name } = product;

export const landingCopy = {
  watchDemo: 'Watch Demo',
  benefitsTitle: 'What you need',
  benefits: [
    { icon: 'clock', title: 'Set up in 2 minutes', body: 'Sign up, print the code, done.' },
    { icon: 'qr', title: 'No hardware', body: 'No pagers, no kiosk, no printer roll.' },
    { icon: 'phone', title: 'Any phone', body: 'Old or new, on any network.' },
    { icon: 'check', title: 'No app download', body: 'The queue opens in the browser.' },
  ],
  comparison: {
    title: 'People leave a line. They come back to a held place.',
    body: 'The same sixteen walk-ins at the same full house.',
    without: `Without ${name}`,
    leave: '8 of 16 leave',
    leaveBody: 'They look at the line, wait a while at the door, and go next door.',
    leavePicture:
      'Sixteen people stand in line before a door. Eight of them step out of the line and walk away, which leaves eight gaps.',
    with: `With ${name}`,
    served: '16 of 16 served',
    servedBody: 'They take a walk, a seat or a coffee, and come when their phone tells them to.',
    servedPicture:
      'The same sixteen people stand in an unbroken line before the door. The first one is on the way in.',
  },
  how: {
    title: 'How It Works',
    body: 'From nothing to a working queue before the next guest walks in.',
    steps: [
      {
        title: 'Sign Up & Get QR',
        time: '1 min',
        body: 'Name your business and add its address. The QR code for your door is ready at once.',
      },
      {
        title: 'Display QR Code',
        time: '1 min',
        body: 'Print the poster and hang it at the entrance. Guests scan it and are in line.',
      },
      {
        title: 'Notify Customer',
        time: '1 tap',
        body: 'Press Admit. Their phone says so, their spot is held for 5 minutes, and the line moves up.',
      },
    ],
  },
  sandbox: {
    title: 'Try it: press Admit',
    body: 'You run the Blue Door Café. Mara waits outside, with her phone. These are the real pages, with made-up guests.',
    tablet: 'Your dashboard',
    phone: 'Mara’s phone',
    again: 'Start again',
  },
  modes: {
    title: 'Two ways to wait',
    body: 'Guests choose, and can switch at any time.',
    onPremises: {
      title: 'Stay on Premises',
      body: 'For those who are happy to wait close by.',
      points: [
        'No phone number needed',
        'Your staff call the name',
        'The place in line, live on their phone',
      ],
      call: '“Maya, your table is ready.”',
    },
    anywhere: {
      title: 'Wait Anywhere',
      body: 'For those who have something better to do.',
      points: [
        'An SMS when it is their turn',
        'The same live page in their pocket',
        'A 5-minute hold to walk back',
      ],
      sms: 'Blue Door Café: it’s your turn. We hold your spot for 5 minutes.',
    },
  },
  pricing: {
    title: 'Pricing',
    note: `All plans: ${TRIAL_DAYS}-day free trial, no credit card, cancel anytime.`,
    trialNote: 'The trial has the location and the credits of Starter; you choose the plan when you pay.',
    forWhom: { Starter: 'For one location.', Professional: 'For up to three.' },
    month: '/month',
    yearly: (usd: number, saved: number) => `or $${usd}/year (saves $${saved})`,
    custom: {
      name: 'Custom',
      body: 'For chains, clinics and everything larger.',
      price: 'Let’s talk',
      terms: 'A price for what you need',
      facts: ['Custom locations', 'Custom SMS credits', 'Custom customer credits'],
    },
  },
  closing: {
    title: 'The next guest is at your door.',
    body: 'Be ready in two minutes.',
  },
} as const;
