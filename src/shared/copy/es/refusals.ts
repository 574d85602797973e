/** Sentences of the refusals that guests see, in Spanish. */
import type { GuestRefusal } from '../en/refusals.ts';

export const refusalSentences: Record<GuestRefusal, string> = {
  invalid_input: 'Revise lo que escribió.',
  not_found: 'No pudimos encontrarlo.',
  no_credits: 'Este local no puede recibir a más personas ahora. Pregunte al personal.',
  trial_expired: 'Este local no puede recibir a nadie en línea ahora. Pregunte al personal.',
  not_waiting: 'Usted ya no está en la fila.',
  already_admitted: 'Su turno ya llegó.',
  not_your_turn: 'Ahora no es su turno.',
  more_time_used: 'Ya pidió más tiempo una vez.',
  line_moved: 'La fila acaba de moverse. Mire el nuevo lugar e inténtelo de nuevo.',
  already_settled: 'Esta visita ya terminó.',
  already_last: 'Ya es el último de la fila.',
  hold_over: 'Se acabó el tiempo para guardar este lugar.',
  location_closed: 'Este local está cerrado. Elija otro o pregunte al personal.',
  joining_paused: 'Esta fila está en pausa. Pregunte al personal o inténtelo pronto de nuevo.',
  queue_full: 'Esta fila está llena ahora. Inténtelo pronto de nuevo.',
  outside_hours: 'Este local no está abierto ahora. Vuelva cuando esté abierto.',
  idempotency_key_reused: 'Esta petición ya se usó para otra cosa.',
  too_many_requests: 'Demasiados intentos. Espere un momento.',
  human_check:
    'No pudimos saber si usted es una persona. Inténtelo de nuevo o pida al personal que lo añada.',
  sender_limit:
    'Muchas personas se han unido desde su red. Inténtelo de nuevo en {minutes} min, use el internet de su teléfono o pida al personal que lo añada.',
  line_surge:
    'Ahora mismo se une a esta fila mucha más gente de lo habitual. Pida al personal que lo añada, o inténtelo de nuevo en {minutes} min.',
  rejoin_later:
    'Ya entró y salió de esta fila varias veces. Puede volver a unirse en {minutes} min, o pida al personal que lo añada.',
  try_again: 'No pudimos hacerlo ahora. No se cambió nada. Inténtelo de nuevo.',
  internal: 'Algo falló de nuestro lado. Inténtelo de nuevo.',
};
