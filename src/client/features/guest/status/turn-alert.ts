/**
 * The alert at the guest's turn: sound, vibration and a screen that stays on. Browsers allow sound only after a tap, so
 * the guest arms the alert beforehand.
 */
let audio: AudioContext | null = null;
let lock: WakeLockSentinel | null = null;
let armed = false;

const NOTES_HZ = [523.25, 659.25, 783.99];
const NOTE_EVERY_S = 0.22;
const NOTE_LASTS_S = 1;
/** How often the chime is played, because a single chime is easily missed. */
const ROUNDS = 3;
const ROUND_EVERY_S = 1.6;

/**
 * Time limit for starting the sound. On some systems the promise that the sound starts never settles during a phone
 * call.
 */
const SOUND_WITHIN_MS = 3_000;

/**
 * Arms the alert (sound, and a screen that stays on), and plays the chime once. Call this function in a tap handler.
 * Throws if the system does not allow sound; nothing is armed then.
 */
export async function armTurnAlert(): Promise<void> {
  armed = true;
  try {
    audio ??= new AudioContext();
    const late = new Promise((_, refuse) => setTimeout(refuse, SOUND_WITHIN_MS));
    await Promise.race([audio.resume(), late]);
  } catch (error) {
    // A tap during the wait for the sound may have requested the wake lock, so the wake lock is released too.
    await disarmTurnAlert();
    throw error;
  }
  document.addEventListener('visibilitychange', takeBack);
  document.addEventListener('click', takeBack);
  takeBack();
  void play(1);
}

/** True as soon as the guest has tapped, even before the system has allowed the sound. */
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
 * Requests the wake lock of the screen and the sound again, because a hidden tab loses the lock, and a phone call stops
 * the sound. Called when the tab is shown or tapped, because some systems allow sound only in a tap.
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
    // Releases the new lock if the alert was disarmed during the request, or if the page already has a lock.
    if (!armed || isLocked()) await given.release();
    else lock = given;
  } catch {
    // The system refuses the wake lock if the battery is low or a system setting forbids the lock. The sound still
    // works, but the screen may go dark.
  }
}

function isLocked(): boolean {
  return lock?.released === false;
}

/** Resumes the sound. If the system refuses the sound, the guest only sees the turn on the page. */
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
