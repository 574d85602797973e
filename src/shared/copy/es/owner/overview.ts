/** The overview of all locations in Spanish. */
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { pluralIn } from '../../plurals.ts';

const plural = pluralIn('es');

export const overviewCopy: OwnerCatalogue['overviewCopy'] = {
  title: 'Todos los locales',
  tabTitle: (needHelp) => (needHelp === 0 ? 'Todos los locales' : `(${needHelp}) Todos los locales`),
  open: 'Todos los locales de un vistazo',
  place: 'la vista de todos los locales',
  list: 'Locales, primero los que necesitan ayuda',
  needHelp: (n) => plural(n, { one: `${n} local necesita ayuda`, other: `${n} locales necesitan ayuda` }),
  noneNeedsHelp: 'Ningún local necesita ayuda',
  totals: (waiting, locations) =>
    `${waiting} en espera en ${plural(locations, { one: `${locations} local`, other: `${locations} locales` })}`,
  find: 'Buscar un local',
  noneFound: 'Ninguna dirección tiene estas palabras.',
  columns: {
    location: { term: 'Local' },
    state: { term: 'Estado' },
    waiting: { term: 'Esperan' },
    longest: { term: 'Más larga', more: '/ prometida' },
    arriving: { term: 'Llegan' },
    joined: { term: 'Entraron', more: 'hoy' },
    left: { term: 'Bajas', more: 'hoy' },
    actions: { term: 'Acciones' },
  },
  states: {
    open: 'Abierto',
    paused: 'En pausa',
    closed: 'Cerrado',
    away: 'Sin respuesta',
    textsHeld: 'SMS retenidos',
  },
  serving: (n) => `${n} atendiendo`,
  promised: 'de un plazo prometido de',
  late: (time) => `${time} tarde`,
  none: '–',
  pause: 'Pausar',
  resume: 'Reanudar',
  pauseAt: (address) => `Pausar la entrada en ${address}`,
  resumeAt: (address) => `Reanudar la entrada en ${address}`,
  stand: 'Puesto',
  standOf: (address) => `Puesto de ${address}`,
  awayHint: 'Su fila está a salvo, y seguimos preguntando.',
};
