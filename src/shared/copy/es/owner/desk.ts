/** The desk in Spanish: the bar, the tabs, the panes and the notices around a line. */
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { pluralIn } from '../../plurals.ts';

const plural = pluralIn('es');
const parties = (n: number) => plural(n, { one: `${n} grupo`, other: `${n} grupos` });

export const deskCopy: OwnerCatalogue['deskCopy'] = {
  title: 'Panel',
  stand: {
    title: 'Puesto',
    tabTitle: (waiting) => (waiting === 0 ? 'Puesto' : `(${waiting}) Puesto`),
    open: 'Abrir el puesto',
  },
  tabs: { label: 'Vistas de la fila', line: 'Fila', arriving: 'En camino', done: 'Listos', today: 'Hoy' },
  bar: {
    waiting: 'en espera',
    longest: 'máx.',
    paused: 'En pausa',
    endSearch: 'Terminar la búsqueda',
  },
  servers: {
    label: 'Atienden:',
    hint: 'Cuántas personas atienden ahora. Las esperas se estiman con este número.',
    none: '–',
    failed: 'No se cambió el número de personas',
  },
  duty: {
    begin: 'Entrar de turno',
    end: 'Salir de turno',
    people: 'De turno:',
    nobody: 'Nadie está de turno',
    failed: 'No se cambió su turno',
  },
  holdLeft: 'quedan',
  holdsEnded: (n) => plural(n, { one: `${n} reserva terminó`, other: `${n} reservas terminaron` }),
  paused: 'La entrada está en pausa.',
  senders: {
    title: (n) => `${n} entradas de un mismo origen.`,
    body: 'Llegaron en pocos minutos desde una misma red. Si no son clientes reales, quítelas: sus créditos vuelven y los gráficos no las cuentan.',
    remove: (n) => `Quitar las ${n}`,
    keep: 'Son clientes',
    removed: (n) => plural(n, { one: `${n} grupo quitado.`, other: `${n} grupos quitados.` }),
    removedBody: 'Sus créditos han vuelto.',
    undo: 'Deshacer',
  },
  credits: {
    customer: {
      title: (n) =>
        n === 0
          ? 'No quedan créditos de clientes.'
          : plural(n, { one: `Queda ${n} crédito de clientes.`, other: `Quedan ${n} créditos de clientes.` }),
      soon: 'Después no podrán entrar los clientes que escaneen el código.',
      now: 'Los clientes que escanean el código no pueden entrar. Usted aún puede añadirlos.',
    },
    sms: {
      title: (n) =>
        n === 0
          ? 'No quedan créditos de SMS.'
          : plural(n, { one: `Queda ${n} crédito de SMS.`, other: `Quedan ${n} créditos de SMS.` }),
      soon: 'Después no saldrán SMS, y tendrá que llamar a los clientes por su nombre.',
      now: 'No salen SMS: llame a los clientes por su nombre.',
    },
    owed: (n) =>
      plural(n, {
        one: `Se debe ${n} cliente añadido: sus próximos créditos lo pagan primero.`,
        other: `Se deben ${n} clientes añadidos: sus próximos créditos los pagan primero.`,
      }),
    more: 'Obtener más',
    hide: 'Ocultar hasta mañana',
  },
  figures: {
    label: 'Ahora y resultados',
    came: 'Vinieron',
    noShows: 'Ausentes',
    longest: 'Espera más larga ahora',
    waiting: 'En espera ahora',
    partiesAndGuests: (n, guests) =>
      `${parties(n)}, ${plural(guests, { one: `${guests} persona`, other: `${guests} personas` })}`,
    none: '–',
  },
  done: {
    title: 'Listos hoy',
    empty: 'Hoy aún no hay nadie listo.',
    arrivedAfter: (minutes) => `Llegó a los ${minutes} min`,
    noShow: 'Ausente',
    called: 'Llamado, sin resultado',
    waitExpired: 'Quitado por el sistema: no se llamó a tiempo',
  },
};
