/**
 * Sentences in Spanish that only the Worker writes into guest pages. These sentences are not in the page's catalogue,
 * whose size is limited.
 */
import { product } from '../../product.ts';
import type { PageCopy } from '../en/pages.ts';

const { name, supportEmail } = product;

export const pageCopy: PageCopy = {
  description: 'Únase a la fila desde su teléfono y espere donde quiera.',
  textObstacles: {
    landline: 'Es un teléfono fijo y no recibe SMS. Mantenga abierta esta página.',
    unknown: 'No podemos enviar un SMS a este número. Mantenga abierta esta página.',
    country: 'No enviamos SMS a números de este país. Mantenga abierta esta página.',
  },
  otherVisit: {
    title: 'Ya tiene su lugar en esta fila',
    body: 'Este enlace muestra otro lugar. Este navegador muestra uno a la vez; los dos siguen en la fila, elija el que elija. Cuando se muestre el otro, solo podrá volver al suyo con el enlace de un SMS que le enviemos; si no dio ningún número, no podrá volver.',
    keep: 'Seguir con el mío',
    show: 'Mostrar el otro',
  },
  errors: {
    broken: {
      title: 'Algo ha fallado por nuestra parte',
      body: `Nadie ha perdido su lugar en la fila. Inténtelo de nuevo; si esta página vuelve a aparecer, escriba a ${supportEmail}.`,
    },
    away: {
      title: 'Esta página necesita un momento',
      body: `No podemos acceder a una parte de ${name} en este momento. Nadie ha perdido su lugar en la fila. Inténtelo de nuevo en unos segundos.`,
    },
    maintenance: {
      title: 'Volvemos enseguida',
      body: `${name} está cerrado unos minutos por mantenimiento. Quienes están en la fila conservan su lugar. Inténtelo de nuevo en cinco minutos; si tiene prisa, pregunte al personal.`,
    },
    again: 'Intentar de nuevo',
    reference: 'Referencia',
  },
};
