/** A guest's place in line in Spanish. */
import { pluralIn } from '../plurals.ts';
import type { PlaceCopy } from '../en/place.ts';

const plural = pluralIn('es');

export const placeCopy: PlaceCopy = {
  status: {
    place: (position) => `#${position}`,
    ahead: (n) =>
      plural(n, { one: `Hay ${n} persona delante de usted`, other: `Hay ${n} personas delante de usted` }),
    next: 'Usted es el siguiente.',
    nextOnPremises: 'Usted es el siguiente. Quédese cerca de la puerta.',
    soon: 'Ya casi es su turno. Es hora de volver.',
    documentTitle: (position, business) => `#${position} de la fila · ${business}`,
  },
  wait: {
    parties: (n) => plural(n, { one: `${n} grupo`, other: `${n} grupos` }),
    eachOnce: (parties) => `${parties}, cada uno contado una vez`,
    minutes: (low, high) => {
      if (low !== high) return `de ${low} a ${high} minutos`;
      return plural(low, { one: `${low} minuto`, other: `${low} minutos` });
    },
    anyMoment: 'En cualquier momento',
  },
};
