/** The sound of a new guest in line: two soft notes. Browsers allow sound only after a press on the page. */
let audio: AudioContext | null = null;

/** B flat, then the lower E flat, like a doorbell. */
const NOTES_HZ = [466.16, 311.13];
const NOTE_EVERY_S = 0.18;
const NOTE_LASTS_S = 0.6;
const VOLUME = 0.18;

/**
 * Allows the page to play the sound. Call this function in each press, because the system may stop the sound when the
 * page is hidden or during a phone call.
 */
export async function armNewGuestSound(): Promise<void> {
  audio ??= new AudioContext();
  await resume();
}

/** Resumes the sound, if the system allows a resume without a press. */
export async function resumeNewGuestSound(): Promise<void> {
  if (audio !== null) await resume();
}

/** Plays the sound. Before the first press on the page, the function plays nothing. */
export function playNewGuestSound(): void {
  if (audio?.state !== 'running') return;
  for (const [index, hz] of NOTES_HZ.entries()) playNote(audio, hz, audio.currentTime + index * NOTE_EVERY_S);
}

/** Resumes the sound. During a phone call the browser refuses to resume the sound; the next press tries again. */
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
