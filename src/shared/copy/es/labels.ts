/** Labels of the owner's pages in Spanish. */
import type { OwnerCatalogue } from '../owner-catalogue.ts';

export const joining: OwnerCatalogue['labels']['joining'] = {
  pause: 'Pausar la entrada',
  paused: 'Entrada en pausa',
};

export const showTyped = 'Mostrar lo que escribo';

export const toastWords: OwnerCatalogue['labels']['toastWords'] = {
  region: 'Notificaciones',
  dismiss: (title) => `Cerrar: ${title}`,
};
