/** Actions of staff on a visit, in Spanish. */
import type { OwnerCatalogue } from '../../owner-catalogue.ts';

export const actionCopy: OwnerCatalogue['actionCopy'] = {
  admit: {
    done: { title: 'Cliente llamado', body: (name) => `Se llamó a ${name}: ya puede pasar.` },
    failed: 'No se pudo llamar al cliente',
  },
  remove: {
    done: { title: 'Cliente quitado', body: (name) => `${name} ya no está en la fila.` },
    failed: 'No se pudo quitar al cliente',
  },
  discard: { failed: 'No se pudieron quitar estas entradas' },
  move: { failed: 'No se pudo mover al cliente' },
  edit: { failed: 'No se guardaron los cambios' },
  skip: { failed: 'No se pudo mover al cliente' },
  arrived: {
    done: { title: 'Marcado como llegado', body: (name) => `${name} ya está aquí.` },
    failed: 'No se pudo marcar como llegado',
  },
  'no-show': {
    done: { title: 'Marcado como ausente', body: (name) => `${name} no vino.` },
    failed: 'No se pudo marcar como ausente',
  },
  'call-again': {
    done: { title: 'Llamado otra vez', body: (name) => `Otro SMS va en camino a ${name}.` },
    failed: 'No se pudo llamar otra vez',
  },
  'put-back': {
    done: { title: 'Devuelto a la fila', body: (name) => `${name} vuelve a ser el primero de la fila.` },
    failed: 'No se pudo devolver a la fila',
  },
  undo: { done: { title: 'Deshecho', body: isBack }, failed: 'No se pudo deshacer' },
  recall: { done: { title: 'Recuperado', body: isBack }, failed: 'No se pudo recuperar' },
};

function isBack(name: string, place: number | undefined): string {
  return place === undefined
    ? `${name} está otra vez en camino.`
    : `${name} vuelve a ser el número ${place} de la fila.`;
}

export const actionMenu: OwnerCatalogue['actionMenu'] = [
  { kind: 'call-again', label: 'Llamar otra vez por SMS' },
  { kind: 'put-back', label: 'Devolver a la fila' },
  { kind: 'recall', label: 'Recuperar' },
];
