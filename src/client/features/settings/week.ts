/** What an owner does to a week of opening hours while setting it up. Pure: each answers with a new week. */
import { weekdays, type Opening, type OpeningHours } from '../../../shared/opening-hours.ts';

export type Weekday = keyof OpeningHours;

const MINUTES_A_DAY = 24 * 60;
const firstSuggestion: Opening = { opens: '09:00', closes: '17:00' };
/** What is suggested after another opening of the day: an hour later, three hours long. */
const PAUSE_MINUTES = 60;
const LENGTH_MINUTES = 180;

const allDay: Opening = { opens: '00:00', closes: '00:00' };

/** Open at every moment. Whoever takes up opening hours starts here: no guest is refused before a day is changed. */
export const openAllWeek: OpeningHours = weekOf(() => [allDay]);

export function withOpening(week: OpeningHours, day: Weekday, index: number, opening: Opening): OpeningHours {
  return { ...week, [day]: week[day].with(index, opening) };
}

export function withoutOpening(week: OpeningHours, day: Weekday, index: number): OpeningHours {
  return { ...week, [day]: week[day].toSpliced(index, 1) };
}

/** Adds an opening to a day: nine to five, or one after the day's last. */
export function withAnotherOpening(week: OpeningHours, day: Weekday): OpeningHours {
  const last = week[day].at(-1);
  return { ...week, [day]: [...week[day], last ? openingAfter(last) : firstSuggestion] };
}

export function withDayOnAllDays(week: OpeningHours, day: Weekday): OpeningHours {
  return weekOf(() => week[day]);
}

/** Whether no time is missing: a time field that is being typed into holds ''. */
export function isComplete({ opens, closes }: Opening): boolean {
  return opens !== '' && closes !== '';
}

export function isWeekComplete(week: OpeningHours): boolean {
  return weekdays.every((day) => week[day].every(isComplete));
}

/** Whether both say the same openings in the same order; null is always open. */
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

function openingAfter({ closes }: Opening): Opening {
  if (closes === '') return firstSuggestion;
  const opensAt = minutesOf(closes) + PAUSE_MINUTES;
  return { opens: timeOf(opensAt), closes: timeOf(opensAt + LENGTH_MINUTES) };
}

/** Minutes since midnight of 'hh:mm'. */
function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function timeOf(minutes: number): string {
  const ofDay = minutes % MINUTES_A_DAY;
  return [Math.floor(ofDay / 60), ofDay % 60].map((part) => String(part).padStart(2, '0')).join(':');
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
