/** The browser's sound, played: what is heard of it, and whether the system lets the page have it. */
import { vi } from 'vitest';

type Sound = {
  /** The tones that were heard: one of a context that is not running is heard by nobody. */
  tones: number;
  state: AudioContextState;
  /** What the system answers to a page that asks for the sound. By default it gives it. */
  resume: () => Promise<void>;
};

/** Takes the place of the browser's sound until the end of the test. */
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
