/** Labels of the owner's pages in Indonesian. */
import type { OwnerCatalogue } from '../owner-catalogue.ts';

export const joining: OwnerCatalogue['labels']['joining'] = {
  pause: 'Jeda pendaftaran',
  paused: 'Pendaftaran dijeda',
};

export const showTyped: OwnerCatalogue['labels']['showTyped'] = 'Tampilkan yang saya ketik';

export const toastWords: OwnerCatalogue['labels']['toastWords'] = {
  region: 'Pemberitahuan',
  dismiss: (title) => `Tutup: ${title}`,
};
