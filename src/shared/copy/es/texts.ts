/** Texts to guests in Spanish. */
import { product } from '../../product.ts';
import type { ReplyTexts, TurnTexts } from '../en/texts.ts';

/** The texts use only accents of the GSM-7 alphabet: é and à, but not á or ó. */
export const turnTexts: TurnTexts = {
  many: [
    '{business}: es su turno. Por favor, llegue en {minutes} minutos. {link}',
    '{business}: es su turno. Llegue en {minutes} min. {link}',
    '{business}: llegue en {minutes} min. {link}',
  ],
  one: [
    '{business}: es su turno. Por favor, llegue en 1 minuto. {link}',
    '{business}: es su turno. Llegue en 1 min. {link}',
    '{business}: llegue en 1 min. {link}',
  ],
  now: [
    '{business}: es su turno. Por favor, venga ahora. {link}',
    '{business}: es su turno. Venga ahora. {link}',
    '{business}: venga ahora. {link}',
  ],
  nearly: [
    '{business}: ya casi es su turno. Por favor, vuelva. {link}',
    '{business}: ya casi es su turno. {link}',
    '{business}: casi es su turno. {link}',
  ],
  via: `por ${product.name}`,
  stop: ['Responda STOP para no recibir SMS.', 'STOP para baja'],
};

export const replyTexts: ReplyTexts = {
  on_my_way: 'Gracias. El personal ve que usted viene de camino.',
  left: 'Usted ha dejado la fila.',
  turn_came:
    'Ya es su turno. Si no puede venir, no tiene que hacer nada: su lugar se da al siguiente cliente.',
  help: `${product.name} le avisa por SMS cuando llega su turno en una fila. Responda STOP para no recibir SMS. Ayuda: ${product.supportEmail}`,
};
