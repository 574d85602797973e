/** The printed poster of a location in Spanish. */
import type { PosterCopy } from '../en/poster.ts';

export const posterCopy: PosterCopy = {
  scan: 'Escanee para unirse a la fila',
  steps: [
    { title: 'Escanee y escriba su nombre', rest: 'Sin aplicación.' },
    { title: 'Espere donde quiera', rest: 'Le avisamos por SMS.' },
    { title: 'Entre cuando le llamemos', rest: 'Guardamos su lugar.' },
  ],
  orType: 'o escriba esta dirección',
};
