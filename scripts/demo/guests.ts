/** The guests of the demo business: their names and their behaviour. Pure. */
import type { Party, Visit } from '../../src/shared/queue/state.ts';
import { randomOf, type Random } from './random.ts';

export type Joining = Pick<
  Party,
  'firstName' | 'lastName' | 'phoneNumber' | 'numGuests' | 'waitingPreference'
>;

/** The parties in line when the demo begins. */
export const firstInLine: Joining[] = [
  {
    firstName: 'Mara',
    lastName: 'Lindqvist',
    numGuests: 2,
    waitingPreference: 'on_premises',
    phoneNumber: '',
  },
  {
    firstName: 'Budi',
    lastName: 'Santoso',
    numGuests: 4,
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 5550 0101',
  },
  { firstName: 'ليلى', lastName: 'حدّاد', numGuests: 3, waitingPreference: 'on_premises', phoneNumber: '' },
  {
    firstName: 'Łukasz',
    lastName: 'Woźniak',
    numGuests: 1,
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 5550 0102',
  },
  { firstName: 'Minh', lastName: 'Nguyễn', numGuests: 2, waitingPreference: 'on_premises', phoneNumber: '' },
];

const names = [
  ['Agus', 'Wijaya'], ['Siti', 'Rahmawati'], ['Dewi', 'Lestari'], ['Rizky', 'Pratama'], ['Putri', 'Anggraini'],
  ['Bayu', 'Saputra'], ['Intan', 'Permata'], ['Fajar', 'Nugroho'], ['Wulan', 'Kusuma'], ['Hendra', 'Gunawan'],
  ['Ratna', 'Hartono'], ['Dimas', 'Setiawan'], ['Ayu', 'Puspita'], ['Yoga', 'Firmansyah'], ['Citra', 'Maharani'],
  ['Andi', 'Siregar'], ['Nadya', 'Simanjuntak'], ['Reza', 'Hidayat'], ['Lina', 'Tanuwijaya'], ['Kevin', 'Halim'],
  ['Jessica', 'Wibowo'], ['Made', 'Suardana'], ['Ketut', 'Ardika'], ['Farah', 'Alatas'], ['Ivan', 'Lesmana'],
  ['Olivia', 'Bennett'], ['James', 'Okonkwo'], ['Chloé', 'Moreau'], ['Jonas', 'Keller'], ['Sofia', 'Marques'],
  ['Ananya', 'Iyer'], ['Tariq', 'Rahman'], ['Hannah', 'de Vries'], ['Noah', 'Andersen'], ['Aoife', 'Byrne'],
  ['Misaki', 'Tanaka'], ['Jisoo', 'Park'], ['Wei Ling', 'Tan'], ['Diego', 'Herrera'], ['Zoë', 'Papadaki'],
] as const; // oxfmt-ignore

const fullName = ({ firstName, lastName }: Pick<Party, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;

const ownNames = new Set([...names.map(([first, last]) => `${first} ${last}`), ...firstInLine.map(fullName)]);

/** True if the name belongs to a guest of the demo, and not to a person who tries the product. */
export function isDemoGuest(guest: Pick<Party, 'firstName' | 'lastName'>): boolean {
  return ownNames.has(fullName(guest));
}

const sizes = [1, 1, 2, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6] as const;

/** The next party to join, or null if all guests of the demo are already at the location. */
export function nextGuest(
  there: readonly Pick<Party, 'firstName' | 'lastName'>[],
  random: Random,
): Joining | null {
  const known = new Set(there.map(fullName));
  const name = random.pick(names.filter(([first, last]) => !known.has(`${first} ${last}`)));
  if (name === undefined) return null;
  const waitsAnywhere = random.chance(0.45);
  return {
    firstName: name[0],
    lastName: name[1],
    numGuests: random.pick(sizes) ?? 2,
    waitingPreference: waitsAnywhere ? 'wait_anywhere' : 'on_premises',
    phoneNumber: waitsAnywhere ? `+62 812 5550 ${Math.floor(random.between(1_000, 10_000))}` : '',
  };
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** The guest's behaviour. Times are counted from the join or from the turn; null: the guest never does this. */
export type Habits = {
  givesUpAfterMs: number | null;
  asksForMoreTime: boolean;
  /**
   * The guest has gone away from the location, but is still in the line. Staff remove the party when the party is first
   * in line.
   */
  isGone: boolean;
  answersAfterMs: number | null;
  arrivesAfterMs: number | null;
};

/** The behaviour of a visit's guest, computed from the visit, so that the demo need not store the behaviour. */
export function habitsOf(visit: Pick<Visit, 'firstName' | 'lastName' | 'joinedAt'>): Habits {
  const random = randomOf(visit.joinedAt, fullName(visit));
  const sometimes = (share: number, low: number, high: number) => {
    const after = random.between(low, high);
    return random.chance(share) ? after : null;
  };
  return {
    givesUpAfterMs: sometimes(0.08, 4 * MINUTE_MS, 18 * MINUTE_MS),
    asksForMoreTime: random.chance(0.05),
    isGone: random.chance(0.02),
    answersAfterMs: sometimes(0.6, 5 * SECOND_MS, 40 * SECOND_MS),
    arrivesAfterMs: sometimes(0.93, 20 * SECOND_MS, 120 * SECOND_MS),
  };
}
