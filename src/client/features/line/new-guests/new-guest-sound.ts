/** Two soft notes for a new guest in line. Browsers let a page sound only after it was pressed once. */
let audio: AudioContext | null = null;

/** B flat, then E flat below it: a door bell, not an alarm. */
const NOTES_HZ = [466.16, 311.13];
const NOTE_EVERY_S = 0.18;
const NOTE_LASTS_S = 0.6;
const VOLUME = 0.18;

/**
 * Makes the page able to sound; to be called in a press. Again and again, for a system may take the sound away whenever
 * the page is hidden or a call comes in.
 */
export async function armNewGuestSound(): Promise<void> {
  audio ??= new AudioContext();
  await resume();
}

/** Takes the sound back where the system lets a page do so without a press. */
export async function resumeNewGuestSound(): Promise<void> {
  if (audio !== null) await resume();
}

/** Silent before the page was armed. */
export function playNewGuestSound(): void {
  if (audio?.state !== 'running') return;
  for (const [index, hz] of NOTES_HZ.entries()) playNote(audio, hz, audio.currentTime + index * NOTE_EVERY_S);
}

/** While a telephone call has the sound, a browser refuses; the next press asks again. */
async function resume(): Promise<void> {
  if (audio?.state === 'running') return;
  await audio?.resume().catch(() => {});
}

function playNote(context: AudioContext, hz: number, at: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = hz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(VOLUME, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + NOTE_LASTS_S);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + NOTE_LASTS_S);
}
