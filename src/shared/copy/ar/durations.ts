/** Durations in Arabic words. */
import { pluralIn } from '../plurals.ts';

const plural = pluralIn('ar');

/** Elapsed time after a word such as 'انضم', for a narrow row: 'الآن', 'قبل 5 د', 'قبل 1 س 5 د'. */
export function relativeTime(elapsedMs: number): string {
  return elapsedMs < 60_000 ? 'الآن' : `قبل ${shortTime(elapsedMs)}`;
}

/** Elapsed time in whole minutes: '52 د', '1 س 5 د'. */
export function shortTime(elapsedMs: number): string {
  const minutes = Math.floor(Math.max(0, elapsedMs) / 60_000);
  return minutes < 60 ? `${minutes} د` : `${Math.floor(minutes / 60)} س ${minutes % 60} د`;
}

/** Countdown: '2 ي 3 س 4 د'. A minute that has begun counts, so 0 means that the time is over. */
export function countdownInWords(leftMs: number): string {
  const minutes = Math.ceil(Math.max(0, leftMs) / 60_000);
  return `${Math.floor(minutes / 1_440)} ي ${Math.floor(minutes / 60) % 24} س ${minutes % 60} د`;
}

/** The duration of a setting: '5 دقائق', 'دقيقة واحدة', 'دقيقة واحدة و30 ثانية'. */
export function lengthInWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.round((ms % 60_000) / 1_000);
  const words = [
    minutes > 0 &&
      plural(minutes, {
        one: 'دقيقة واحدة',
        two: 'دقيقتان',
        few: `${minutes} دقائق`,
        other: `${minutes} دقيقة`,
      }),
    seconds > 0 &&
      plural(seconds, {
        one: 'ثانية واحدة',
        two: 'ثانيتان',
        few: `${seconds} ثوانٍ`,
        other: `${seconds} ثانية`,
      }),
  ];
  return words.filter(Boolean).join(' و');
}
