/**
 * The sentences of the demo page, in English (`docs/spec.md` section 2): the words around the film and around its
 * chapters.
 */

export const demoCopy = {
  title: 'See it work',
  intro: 'One line, two guests, one owner: how a walk-in holds a place without standing in it.',
  film: 'The film of Holdline, without sound, with captions',
  captions: 'English captions',
  download: 'Your browser does not play this film. Download it',
  transcript: 'The film in words',
  /** The film shows the same chapter titles. */
  chapters: [
    {
      title: 'Lunchtime at the Blue Door Café',
      body: 'The café is full. On the tablet at the counter three parties are in line.',
    },
    {
      title: 'Scan, and you are in line',
      body: 'Nadia scans the code at the door. There is no app and no account: she leaves her name, enters a party of two, and will wait close by. Her page shows that she is #4, and about how long it takes.',
    },
    {
      title: 'Or wait anywhere',
      body: 'Tom would rather look around the shops. He leaves a number, so that a text can tell him, and is #5. Both phones and the tablet show the same line.',
    },
    {
      title: 'One tap calls the next guest',
      body: 'A table is free. The owner taps Admit, and Mara is called. Two more taps, and on both phones the line moves up by itself: Nadia is #1, Tom #2.',
    },
    {
      title: 'Your turn, in the same moment',
      body: 'The owner admits Nadia. Her page turns amber at once: it is her turn, and her spot is held for 5 minutes, to the second. She answers with one tap: I’m on my way.',
    },
    {
      title: 'Nobody is lost',
      body: 'The owner sees that Nadia is coming, and marks her as arrived. Then it is Tom’s turn: the text has found him, and so has his page. He is in time, and the line is clear.',
    },
  ],
  tryTitle: 'Try it at your own door',
  tryBody: 'Your QR code is ready a minute after you sign up.',
};
