/** Durations in Spanish words. */
import { pluralIn } from '../plurals.ts';

const plural = pluralIn('es');

/** Elapsed time after a word such as 'Entró', for a narrow row: 'ahora', 'hace 5m', 'hace 1h 5m'. */
export function relativeTime(elapsedMs: number): string {
  return elapsedMs < 60_000 ? 'ahora' : `hace ${shortTime(elapsedMs)}`;
}

/** Elapsed time in whole minutes: '52m', '1h 5m'. */
export function shortTime(elapsedMs: number): string {
  const minutes = Math.floor(Math.max(0, elapsedMs) / 60_000);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/**
 * Countdown: '2d 3h 4m'. Part of a minute is rounded up to a whole minute, so the countdown shows 0 only when the time
 * is over.
 */
export function countdownInWords(leftMs: number): string {
  const minutes = Math.ceil(Math.max(0, leftMs) / 60_000);
  return `${Math.floor(minutes / 1_440)}d ${Math.floor(minutes / 60) % 24}h ${minutes % 60}m`;
}

/** The duration of a setting: '5 minutos', '1 minuto', '1 minuto 30 segundos'. */
export function lengthInWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.round((ms % 60_000) / 1_000);
  const words = [
    minutes > 0 && plural(minutes, { one: `${minutes} minuto`, other: `${minutes} minutos` }),
    seconds > 0 && plural(seconds, { one: `${seconds} segundo`, other: `${seconds} segundos` }),
  ];
  return words.filter(Boolean).join(' ');
}
