/**
 * How a guest who looks away is told: sound, vibration, a screen that stays on. Browsers allow sound only after a tap,
 * so it is armed beforehand.
 */
let audio: AudioContext | null = null;
let lock: WakeLockSentinel | null = null;
let armed = false;

const NOTES_HZ = [523.25, 659.25, 783.99];
const NOTE_EVERY_S = 0.22;
const NOTE_LASTS_S = 1;
/** The chime is heard three times: once is missed easily. */
const ROUNDS = 3;
const ROUND_EVERY_S = 1.6;

/** To be called in a tap: arms sound and screen, and plays one round so that the guest knows how it sounds. */
export async function armTurnAlert(): Promise<void> {
  armed = true;
  audio ??= new AudioContext();
  await audio.resume();
  play(1);
  document.addEventListener('visibilitychange', holdScreenAgain);
  await holdScreen();
}

export function isTurnAlertArmed(): boolean {
  return armed;
}

export async function disarmTurnAlert(): Promise<void> {
  armed = false;
  document.removeEventListener('visibilitychange', holdScreenAgain);
  const held = lock;
  lock = null;
  await held?.release();
}

/** It is the guest's turn: vibrates where the device can, and plays when armed. */
export function soundTurnAlert(): void {
  if ('vibrate' in navigator) navigator.vibrate([200, 100, 200, 100, 400]);
  if (armed) play(ROUNDS);
}

/** The system drops the lock when the tab is hidden; it is asked for again each time the tab is back. */
function holdScreenAgain(): void {
  void holdScreen();
}

async function holdScreen(): Promise<void> {
  if (!armed || document.visibilityState === 'hidden' || !('wakeLock' in navigator)) return;
  try {
    lock = await navigator.wakeLock.request('screen');
    // Switched off meanwhile.
    if (!armed) await lock.release();
  } catch {
    // Low battery or a rule of the system: the sound still works, the screen may go dark.
  }
}

function play(rounds: number): void {
  if (audio === null) return;
  for (let round = 0; round < rounds; round++) {
    for (const [i, hz] of NOTES_HZ.entries())
      playNote(audio, hz, audio.currentTime + round * ROUND_EVERY_S + i * NOTE_EVERY_S);
  }
}

function playNote(context: AudioContext, hz: number, at: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = hz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.35, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + NOTE_LASTS_S * 0.9);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + NOTE_LASTS_S);
}
