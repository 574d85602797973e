/** Edits a week of opening hours. Pure: each function returns a new week. */
import { weekdays, type Opening, type OpeningHours } from '../../../../shared/time/opening-hours.ts';

export type Weekday = keyof OpeningHours;

const MINUTES_A_DAY = 24 * 60;
const firstSuggestion: Opening = { opens: '09:00', closes: '17:00' };
/**
 * A suggested opening lasts three hours. The opening starts `PAUSE_MINUTES` after the day's last opening, or ends
 * `PAUSE_MINUTES` before the day's first opening.
 */
const PAUSE_MINUTES = 60;
const LENGTH_MINUTES = 180;

const allDay: Opening = { opens: '00:00', closes: '00:00' };

/**
 * A week that is always open. Editing starts with this week, so that no guest is refused before the owner changes a
 * day.
 */
export const openAllWeek: OpeningHours = weekOf(() => [allDay]);

export function withOpening(week: OpeningHours, day: Weekday, index: number, opening: Opening): OpeningHours {
  return { ...week, [day]: week[day].with(index, opening) };
}

export function withoutOpening(week: OpeningHours, day: Weekday, index: number): OpeningHours {
  return { ...week, [day]: week[day].toSpliced(index, 1) };
}

/** Adds an opening to a day: nine to five, or a suggestion that does not overlap the day's other openings. */
export function withAnotherOpening(week: OpeningHours, day: Weekday): OpeningHours {
  return { ...week, [day]: [...week[day], suggestionBeside(week[day])] };
}

/** Sets nine to five on a day that was closed or open all day. */
export function withTimes(week: OpeningHours, day: Weekday): OpeningHours {
  return { ...week, [day]: [firstSuggestion] };
}

export function withAllDay(week: OpeningHours, day: Weekday): OpeningHours {
  return { ...week, [day]: [allDay] };
}

/** Whether the day has a single opening, from midnight to midnight. */
export function isAllDay(openings: Opening[]): boolean {
  const [only, ...others] = openings;
  return only !== undefined && others.length === 0 && isWholeDay(only);
}

/** 00:00 to 00:00 means the whole day. */
export function isWholeDay({ opens, closes }: Opening): boolean {
  return opens === allDay.opens && closes === allDay.closes;
}

export function withDayOnAllDays(week: OpeningHours, day: Weekday): OpeningHours {
  return weekOf(() => week[day]);
}

/** Whether both times are set. The value of an incomplete time field is ''. */
export function isComplete({ opens, closes }: Opening): boolean {
  return opens !== '' && closes !== '';
}

export function isWeekComplete(week: OpeningHours): boolean {
  return weekdays.every((day) => week[day].every(isComplete));
}

/** Whether both weeks have the same openings in the same order; null means always open. */
export function isSameWeek(one: OpeningHours | null, other: OpeningHours | null): boolean {
  if (one === null || other === null) return one === other;
  return weekdays.every(
    (day) =>
      one[day].length === other[day].length &&
      one[day].every(
        ({ opens, closes }, index) =>
          opens === other[day][index]?.opens && closes === other[day][index]?.closes,
      ),
  );
}

/**
 * Suggests an opening after the day's last opening. If there is not enough time, suggests an opening before the day's
 * first opening. If there is not enough time there either, suggests 09:00 to 17:00.
 */
function suggestionBeside(openings: Opening[]): Opening {
  const complete = openings.filter(isComplete).toSorted((a, b) => (a.opens < b.opens ? -1 : 1));
  const first = complete[0];
  const last = complete.at(-1);
  if (first === undefined || last === undefined) return firstSuggestion;
  const freeFrom = minutesOf(last.closes) + PAUSE_MINUTES;
  if (last.closes > last.opens && freeFrom + LENGTH_MINUTES < MINUTES_A_DAY) {
    return { opens: timeOf(freeFrom), closes: timeOf(freeFrom + LENGTH_MINUTES) };
  }
  const freeUntil = minutesOf(first.opens) - PAUSE_MINUTES;
  if (freeUntil < LENGTH_MINUTES) return firstSuggestion;
  return { opens: timeOf(freeUntil - LENGTH_MINUTES), closes: timeOf(freeUntil) };
}

/** Converts 'hh:mm' to minutes since midnight. */
function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function timeOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function weekOf(openings: (day: Weekday) => Opening[]): OpeningHours {
  return {
    monday: openings('monday'),
    tuesday: openings('tuesday'),
    wednesday: openings('wednesday'),
    thursday: openings('thursday'),
    friday: openings('friday'),
    saturday: openings('saturday'),
    sunday: openings('sunday'),
  };
}
