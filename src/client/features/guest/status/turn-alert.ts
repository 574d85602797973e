/**
 * The alert at the guest's turn: sound, vibration, a screen that stays on. Browsers allow sound only after a tap, so
 * it is armed beforehand.
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

/** While a phone call uses the sound, some systems reject and others leave the promise pending. */
const SOUND_WITHIN_MS = 3_000;

/**
 * Arms sound and screen, and plays the chime once. Call it in a tap. Throws where the system gives no sound; nothing
 * is armed then.
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

/** True from the tap on, before the system has granted the sound. */
export function isTurnAlertArmed(): boolean {
  return armed;
}

export async function disarmTurnAlert(): Promise<void> {
  armed = false;
  await lock?.release();
}

/** Called at the guest's turn: vibrates where the device can, and plays when armed. */
export function soundTurnAlert(): void {
  if ('vibrate' in navigator) navigator.vibrate([200, 100, 200, 100, 400]);
  void play(ROUNDS);
}

/**
 * Asks again for the screen lock, which a hidden tab loses, and for the sound, which a phone call takes. Called when
 * the tab is shown or tapped, as some systems grant sound only in a tap.
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
    // Disarmed meanwhile, or called twice.
    if (!armed || isLocked()) await given.release();
    else lock = given;
  } catch {
    // Low battery or a rule of the system: the sound still works, the screen may go dark.
  }
}

function isLocked(): boolean {
  return lock?.released === false;
}

/** While the system refuses the sound, only the page shows the turn. */
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
