/** The demo page in English (`spec.md` section 2). */

export const demoCopy = {
  title: 'See it work',
  intro: 'One guest, one owner, one tap: how a walk-in holds a place in line without standing in it.',
  steps: [
    {
      title: 'The guest scans and is in line',
      body: 'Mara scans the code at the door of the Blue Door Café and leaves her name. No app, no account. Her page says that she is third, and about how long it takes.',
    },
    {
      title: 'The line moves by itself',
      body: 'She looks at the shop next door. Two parties are called, and her page follows within a moment: #2, then #1. It stays true when the phone sleeps or the network fails.',
    },
    {
      title: 'The owner presses Admit',
      body: 'A table is free. On the tablet at the counter one tap on Admit calls the next guest, and a text goes out to whoever left a number.',
    },
    {
      title: 'The spot is held for 5 minutes',
      body: 'Mara’s phone lights up: it is her turn, and the seconds count down. She comes back in time. Had she not, the next guest would have had the table.',
    },
  ],
  place: 'in line',
  turn: 'Your turn',
  admit: 'Admit',
  pictures: [
    'A phone shows place number 3 in line.',
    'A phone shows place number 1 in line.',
    'A tablet shows three guests with a button Admit each; a finger presses the first.',
    'A phone, all in amber, shows that it is the guest’s turn and that 4 minutes and 58 seconds are left.',
  ],
  tryTitle: 'Try it at your own door',
  tryBody: 'Your QR code is ready a minute after you sign up.',
};
