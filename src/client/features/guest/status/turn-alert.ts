/**
 * The alert at the guest's turn: sound, vibration and a screen that stays on. Browsers allow sound only after a tap, so
 * the guest arms it beforehand.
 */
let audio: AudioContext | null = null;
let lock: WakeLockSentinel | null = null;
let armed = false;

const NOTES_HZ = [523.25, 659.25, 783.99];
const NOTE_EVERY_S = 0.22;
const NOTE_LASTS_S = 1;
/** The chime is repeated, because a single one is easily missed. */
const ROUNDS = 3;
const ROUND_EVERY_S = 1.6;

/** Time limit for starting the sound. During a phone call some systems never settle the promise. */
const SOUND_WITHIN_MS = 3_000;

/**
 * Arms sound and screen, and plays the chime once. Call this function in a tap handler. Throws if the system gives no
 * sound; nothing is armed then.
 */
export async function armTurnAlert(): Promise<void> {
  armed = true;
  try {
    audio ??= new AudioContext();
    const late = new Promise((_, refuse) => setTimeout(refuse, SOUND_WITHIN_MS));
    await Promise.race([audio.resume(), late]);
  } catch (error) {
    // A tap meanwhile may have taken the screen.
    await disarmTurnAlert();
    throw error;
  }
  document.addEventListener('visibilitychange', takeBack);
  document.addEventListener('click', takeBack);
  takeBack();
  void play(1);
}

/** True from the tap on, even before the system has allowed the sound. */
export function isTurnAlertArmed(): boolean {
  return armed;
}

export async function disarmTurnAlert(): Promise<void> {
  armed = false;
  await lock?.release();
}

/** Alerts the guest at the turn: vibrates if the device can, and plays the chime if armed. */
export function soundTurnAlert(): void {
  if ('vibrate' in navigator) navigator.vibrate([200, 100, 200, 100, 400]);
  void play(ROUNDS);
}

/**
 * Requests screen lock and sound again: a hidden tab loses the lock, and a phone call stops the sound. Called when the
 * tab is shown or tapped, because some systems allow sound only in a tap.
 */
function takeBack(): void {
  if (!armed) return;
  void resume();
  void requestWakeLock();
}

async function requestWakeLock(): Promise<void> {
  if (isLocked() || document.visibilityState === 'hidden' || !('wakeLock' in navigator)) return;
  try {
    const given = await navigator.wakeLock.request('screen');
    // Releases the lock if the alert was disarmed meanwhile, or if there are two locks.
    if (!armed || isLocked()) await given.release();
    else lock = given;
  } catch {
    // The lock is refused on low battery or by a system setting. The sound still works, but the screen may go dark.
  }
}

function isLocked(): boolean {
  return lock?.released === false;
}

/** Resumes the sound. If the system refuses, only the page shows the turn. */
async function resume(): Promise<void> {
  await audio?.resume().catch(() => {});
}

async function play(rounds: number): Promise<void> {
  if (armed) await resume();
  if (!armed || audio?.state !== 'running') return;
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
