/** Words of the 404 page, and words that the public pages share, in Spanish. */
import type { OwnerCatalogue } from '../owner-catalogue.ts';
import { pluralIn } from '../plurals.ts';

const plural = pluralIn('es');

export const siteCopy: OwnerCatalogue['siteCopy'] = {
  notFoundTitle: '404 - Página no encontrada',
  notFoundBody: 'La página que busca no existe.',
  notFoundHome: 'Ir al inicio',
  logIn: 'Iniciar sesión',
  getStarted: 'Empezar',
  joinQueue: 'Unirse a la fila',
  dashboard: 'Panel',
  hero: 'Que ningún cliente se vaya. Venda más.',
  heroBody:
    'Sus clientes escanean el código, dejan su nombre y esperan donde quieran. Usted los llama con un toque.',
  startTrial: 'Empezar la prueba gratis',
  heroPicture: 'Una fila va desde un teléfono que muestra el lugar 3 hasta una puerta iluminada',
  trialNote: (days) =>
    plural(days, {
      one: `${days} día gratis. Sin tarjeta de crédito.`,
      other: `${days} días gratis. Sin tarjeta de crédito.`,
    }),
  menu: 'Menú',
  label: 'Sitio',
  footerLabel: 'Sobre nosotros',
  copyright: (year, name) => `© ${year} ${name}`,
  privacy: 'Privacidad',
  terms: 'Términos',
  feedback: 'Comentarios',
  help: 'Ayuda',
  toContent: 'Ir al contenido',
  home: 'Inicio',
  backLabel: 'Atrás',
  backToQueue: 'Volver a la fila',
  lastUpdated: (date) => `Última actualización: ${date}`,
  contents: 'Contenido',
  brokenTitle: 'Algo falló en esta página',
  brokenBody:
    'Su fila está a salvo: nadie perdió su lugar. Casi siempre basta con volver a cargar la página.',
  brokenAction: 'Volver a cargar',
  needsScript: 'Active JavaScript para usar este formulario.',
  notLoaded: 'No se pudo cargar una parte de este formulario. Vuelva a cargar la página.',
};
