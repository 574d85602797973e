/** A fake of the browser's sound: it counts the tones, and a test sets whether the system allows sound. */
import { vi } from 'vitest';

type Sound = {
  /** The number of tones. An audio context that is not running adds no tones. */
  tones: number;
  state: AudioContextState;
  /** The system's answer to a page that asks for sound. By default the system allows sound. */
  resume: () => Promise<void>;
};

/** Replaces the browser's sound until the end of the test. */
export function playSound(): Sound {
  const sound: Sound = { tones: 0, state: 'suspended', resume: () => giveSound(sound) };
  vi.spyOn(BaseAudioContext.prototype, 'state', 'get').mockImplementation(() => sound.state);
  vi.spyOn(AudioContext.prototype, 'resume').mockImplementation(() => sound.resume());
  const tone = AudioScheduledSourceNode.prototype;
  vi.spyOn(tone, 'start').mockImplementation(() => {
    if (sound.state === 'running') sound.tones += 1;
  });
  vi.spyOn(tone, 'stop').mockImplementation(() => {});
  return sound;
}

export async function giveSound(sound: Sound): Promise<void> {
  sound.state = 'running';
}
