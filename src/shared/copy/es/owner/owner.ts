/** Words of the dashboard, and words that the owner's pages share, in Spanish. */
import { STAFF_PASS_MS, STAFF_SOCKET_MS } from '../../../limits.ts';
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { pluralIn } from '../../plurals.ts';
import { countdownInWords } from '../durations.ts';
import { joining } from '../labels.ts';
import { ways } from '../words.ts';

const plural = pluralIn('es');
const minutes = STAFF_PASS_MS / 60_000;
const hours = STAFF_SOCKET_MS / 3_600_000;

export const ownerCopy: OwnerCatalogue['ownerCopy'] = {
  header: {
    dashboard: 'Panel',
    settings: 'Ajustes',
    account: 'Cuenta',
    logOut: 'Cerrar sesión',
    menu: 'Menú',
    label: 'Negocio',
    logOutFailed: 'La sesión sigue abierta',
  },
  notLoaded: { title: 'No se pudo cargar esta parte en este momento.', again: 'Intentar de nuevo' },
  unconfirmedEnd: {
    title: 'Sesión cerrada, pero aún sin confirmar en todas partes',
    body: (addresses) =>
      `Sin respuesta de ${addresses.join('; ')}. En estos locales, un dispositivo cuya sesión se cerró aún podría cambiar la fila durante ${minutes} minutos y mostrarla durante ${hours} horas.`,
    understood: 'Entendido',
    overview: 'la vista de todos los locales',
  },
  dashboard: {
    greeting: (name) => `Hola, ${name || 'propietario'}`,
    subtitle: 'Estas son sus cifras de hoy',
    location: 'Local',
    locationOption: (address, n) => address || `Local ${n}`,
    noLocations: 'No hay locales',
    nameErased: 'Nombre borrado',
    customerCredits: (n) => `Créditos de clientes: ${n}`,
    smsCredits: (n) => `Créditos de SMS: ${n}`,
    totalQueue: 'Total en la fila',
    averageWait: 'Espera media',
    averageWaitUnit: 'minutos',
    servedToday: 'Atendidos hoy',
    successRate: 'Tasa de éxito',
    leftToday: 'Salieron hoy',
    queueTitle: 'Gestión de la fila',
    queueSubtitle: (address) => (address === undefined ? 'Ningún local elegido' : `Fila de: ${address}`),
    refresh: 'Actualizar',
    customers: (n) => plural(n, { one: `${n} cliente`, other: `${n} clientes` }),
    joined: (ago) => `Entró ${ago}`,
    guests: (n) => plural(n, { one: `${n} persona`, other: `${n} personas` }),
    ...ways,
    admit: 'Llamar',
    remove: 'Quitar',
    away: 'Este local no responde ahora.',
    awayHint: 'Su fila está a salvo, y seguimos preguntando. Sus otros locales funcionan con normalidad.',
    queueEmpty: 'No hay clientes en la fila de este local.',
    queueList: 'Clientes en la fila, primero el siguiente',
    figures: 'El día en cifras',
    tabTitle: (waiting) => (waiting === 0 ? 'Panel' : `(${waiting}) Panel`),
    showQrCode: 'Mostrar código QR',
    copyLink: 'Copiar enlace',
    linkCopied: 'Enlace copiado',
    linkNotCopied: 'No se pudo copiar el enlace',
    linkNotCopiedBody: 'Selecciónelo en Ajustes y cópielo a mano.',
    arrivingTitle: 'En camino',
    arrivingEmpty: 'Los clientes que llame aparecen aquí hasta que lleguen.',
    holdLeft: (mmss) => `quedan ${mmss}`,
    holdEnded: 'La reserva terminó',
    leftTitle: 'Salieron hace poco',
    leftSubtitle: 'Clientes que han salido de la fila hace poco',
    leftEmpty: 'Nadie ha salido en las últimas 24 horas.',
    left: (ago) => `Salió ${ago}`,
    removed: (ago) => `Quitado ${ago}`,
    badgeLeft: 'Salió de la fila',
    badgeRemoved: 'Quitado por el negocio',
    live: 'En directo',
    reconnecting: 'Reconectando',
    offline: 'Sin conexión',
    trialOffer:
      'Mejore su plan cuando quiera. Al terminar la prueba no podrán entrar más clientes hasta que elija un plan.',
  },
  firstSteps: {
    title: 'Su fila está a tres pasos',
    subtitle: 'Unos dos minutos. Los demás ajustes ya tienen valores razonables.',
    address: '¿Dónde está su puerta?',
    addressHint: 'Los clientes ven esta dirección. Puede cambiarla más tarde.',
    poster: 'Cuelgue el cartel',
    posterHint: 'Una página con el código de esta puerta, en el idioma del lugar y en inglés.',
    tryIt: 'Pruébelo',
    tryItHint: 'Escanee el código con su teléfono y entre en la fila. Después llámese desde aquí.',
    done: (step) => `Hecho: ${step}`,
    notLoaded: 'No se pudo cargar el código.',
    again: 'Intentar de nuevo',
  },
  status: {
    notLive:
      'Sin conexión en directo. La lista de abajo puede ser antigua; se actualiza en cuanto vuelva la conexión. Las acciones que fallen hasta entonces no se guardan: repítalas.',
    textsHeld: (since) =>
      `No sale ningún SMS desde las ${since}. De momento llame por el nombre; la fila funciona con normalidad.`,
    databaseAway: (since) =>
      `Desde las ${since} los SMS y los gráficos esperan a nuestra base de datos: de momento llame por el nombre; entrar y llamar funcionan con normalidad, y no se pierde nada.`,
  },
  textCredits: (credits) =>
    `El SMS cuesta ${credits} créditos de SMS. En árabe cuesta el doble, y a otros países cuesta más.`,
  textMessage: {
    queued: 'SMS pendiente',
    sending: 'Enviando SMS',
    sent: 'SMS enviado',
    delivered: 'SMS entregado',
    held: 'Ahora no salen SMS. Llámele por su nombre.',
    failed: 'El SMS falló. Llámele por su nombre.',
    unknown: 'SMS sin confirmar. Llámele por su nombre.',
    not_sent: 'No se envió SMS. Llámele por su nombre.',
    no_sms_credits: 'No quedan créditos de SMS. Llámele por su nombre.',
    number_unreachable: 'Este número no puede recibir SMS. Llámele por su nombre.',
    expired: 'La reserva terminó antes de que saliera el SMS.',
    refused: 'El SMS fue rechazado. Llámele por su nombre.',
    undelivered: 'El SMS no llegó. Llámele por su nombre.',
    not_taken: 'No se pudo enviar el SMS. Llámele por su nombre.',
    foreign_number: 'Aún no enviamos SMS a este país: añádalo en Ajustes. Llámele por su nombre.',
    opted_out: 'Este cliente pidió no recibir SMS. Llámele por su nombre.',
    number_limit:
      'Este número ya recibió 3 SMS en 24 horas, de todos los negocios juntos. Llámele por su nombre.',
    trial_limit: 'Una prueba tiene 50 SMS al día, y ya se usaron. Llámele por su nombre.',
    unproven_limit:
      'Retenido: hasta que verifique su teléfono tiene 3 SMS, y un número recibe 2 al día de todas las cuentas nuevas. Verifíquelo en Cuenta y seguridad para enviar más.',
    unproven_hour:
      'Retenido: las cuentas nuevas juntas ya usaron los SMS de esta hora. Verifique su teléfono en Cuenta y seguridad para enviar ahora.',
    unproven_number:
      'Retenido: no sabemos de qué país es su teléfono, y los SMS solo van a ese país. Verifique su teléfono en Cuenta y seguridad para enviar ahora.',
    hour_limit:
      'Retenido: todas las pruebas juntas ya usaron los SMS de esta hora. Elija un plan para enviar ahora. Llámele por su nombre.',
    account_hour:
      'Retenido: en esta hora ha enviado muchos más SMS de lo habitual. Escríbanos para quitar este límite. Llámele por su nombre.',
    country_hour:
      'Retenido: en esta hora fueron más SMS de lo normal a este país. Escríbanos para quitar este límite. Llámele por su nombre.',
    trial_country:
      'En la prueba los SMS solo van al país de su propio número. Elija un plan para enviar a otros. Llámele por su nombre.',
    phone_off: 'El teléfono está apagado o sin cobertura. Llámele por su nombre.',
    blocked: 'La operadora bloqueó el SMS. Llámele por su nombre.',
  },
  texts: {
    heldTitle: 'No salen SMS',
    heldBody: {
      account: 'Nuestro servicio de SMS los rechaza en este momento. Ya lo sabemos y seguimos intentándolo.',
      away: 'Nuestro servicio de SMS no responde en este momento. Seguimos intentándolo.',
    },
    heldHint:
      'Llame por el nombre hasta que desaparezca este aviso. Un SMS que llegaría tarde no se envía y no cuesta nada.',
    heldSince: (time) => `Desde las ${time}.`,
    stoppedTitle: (until) => `SMS detenidos hasta las ${until}`,
    stopped: {
      unproven_hour: () =>
        'Las cuentas nuevas juntas ya usaron los SMS de esta hora. Verifique su teléfono y los SMS salen enseguida.',
      hour_limit: () =>
        'Todas las pruebas juntas ya usaron los SMS de esta hora. Elija un plan y los SMS salen enseguida.',
      account_hour: () =>
        'Su negocio ha enviado en esta hora muchos más SMS de lo habitual, así que los detuvimos por si los envía otra persona. Si los envía usted, escríbanos y quitamos el límite.',
      country_hour: (country) =>
        `Todos los negocios juntos han enviado en esta hora más SMS de lo normal a este país: ${country}. A otros países sí salen. Escríbanos para quitar el límite.`,
    },
    stoppedHint:
      'Hasta entonces llame por el nombre. Un SMS que llegaría tarde no se envía y no cuesta nada.',
    proveNumber: 'Verificar mi número',
    choosePlan: 'Elegir un plan',
    writeToUs: 'Escribirnos',
    today: (delivered, sent) => `${delivered} de ${sent} SMS entregados hoy`,
  },
  tools: {
    arrived: 'Llegó',
    noShow: 'Ausente',
    calledAgain: (ago) => `Llamado otra vez ${ago}`,
    onMyWay: (ago) => `Voy en camino, ${ago}`,
    moreTime: 'Pidió 5 minutos más',
    isOnTheWay: (name) => `${name} va en camino.`,
    tookMoreTime: (name, place, count) =>
      `${name} pidió 5 minutos más y ahora es el número ${place} de ${count} en la fila.`,
    more: (name) => `Más acciones para ${name}`,
    movedTo: (name, place, count) => `${name} es ahora el número ${place} de ${count} en la fila.`,
    undo: 'Deshacer',
    queueTools: 'Herramientas de la fila',
    pause: joining.pause,
    resume: 'Reanudar la entrada',
    pausedNote: 'Los clientes no pueden entrar por su cuenta. Usted aún puede añadirlos.',
    pausedDone: joining.paused,
    pausedBody: 'Pedimos a los clientes nuevos que lo intenten pronto de nuevo.',
    resumedDone: 'Entrada reanudada',
    resumedBody: 'Los clientes pueden entrar de nuevo.',
    pauseFailed: 'No se pudo pausar la entrada',
    resumeFailed: 'No se pudo reanudar la entrada',
    sound: 'Sonido al entrar clientes',
    screenOn: 'Mantener la pantalla encendida',
    search: 'Buscar un cliente',
  },
  walkIn: {
    open: 'Añadir cliente',
    busy: 'Añadiendo...',
    done: 'Cliente añadido',
    doneBody: (name, place) => `${name} es el número ${place} de la fila.`,
    failed: 'No se pudo añadir al cliente',
    noCredits: 'A este local no le quedan créditos de clientes.',
    trialOver: 'La prueba terminó. Aún puede llamar a los clientes de la fila.',
  },
  shortcuts: {
    title: 'Atajos de teclado',
    admit: 'Llamar al cliente enfocado o, si no hay, al siguiente',
    remove: 'Quitar al cliente enfocado',
    undo: 'Deshacer la última acción; una llamada, solo si está activado',
    walkIn: 'Añadir un cliente',
    move: 'Mover al cliente enfocado a un lugar',
    moveBy: 'Subir o bajar al cliente enfocado',
    rows: 'Recorrer la fila hacia arriba o abajo',
    open: 'Abrir al cliente enfocado',
    sizes: 'Mostrar solo grupos de 1–2, 3–4, 5–6 o 7+',
    late: 'Mostrar solo grupos con retraso',
    search: 'Buscar un cliente en la fila, en camino o listo',
    escape: 'Cerrar el panel sin perder lo escrito, o mostrar toda la fila',
    help: 'Mostrar esta lista',
    enabled: 'Usar estos atajos en este dispositivo',
    close: 'Cerrar',
  },
  planBanners: {
    trialTitle: '¡Está en la prueba gratis!',
    trialLeft: (leftMs) => `La prueba termina en: ${countdownInWords(leftMs)}`,
    upgradeNow: 'Mejorar plan ahora',
    expiredTitle: 'Prueba terminada',
    expiredBody: 'Su prueba terminó. Mejore su plan para seguir usando el producto con todas sus funciones.',
    endedTitle: 'Su prueba terminó',
    endedBody: 'Mejore su plan para seguir usando el producto con todas sus funciones.',
    overMeans:
      'No podrán entrar más clientes hasta que elija un plan. Aún puede llamar a los clientes de la fila.',
    upgrade: 'Mejorar plan',
    noCreditsTitle: 'Sin créditos',
    noCreditsBody: 'No le quedan créditos. Escriba a soporte o mejore su plan.',
    changePlan: 'Cambiar plan',
    planTitle: (plan) => `Plan ${plan}`,
    planBody: 'Las facturas, el método de pago y la cancelación están en nuestro proveedor de pagos.',
    manage: 'Gestionar su suscripción',
    portalFailed: 'No se pudo abrir el portal de facturación',
  },
  toasts: {
    refreshed: 'Fila actualizada',
    refreshedBody: 'Se actualizaron los datos de la fila.',
    locationAdded: 'Local añadido',
    locationAddedBody: 'El nuevo local se añadió correctamente.',
    locationRemoved: 'Local quitado',
    locationRemovedBody: 'El local se quitó correctamente.',
    qrGenerated: 'Código QR generado',
    qrGeneratedBody: 'El código QR de su fila se generó correctamente',
    refreshFailed: 'No se pudo actualizar',
    addFailed: 'No se pudo añadir el local',
    removeLocationFailed: 'No se pudo quitar el local',
    tryAgain: 'Inténtelo de nuevo.',
    error: 'Error',
    qrFailed: 'No se pudo generar el código QR',
    noUsername: 'No se encontró el usuario del negocio',
    addressRequired: 'La dirección es obligatoria',
    addressRequiredBody: 'Escriba la dirección del local.',
    limitReached: 'Límite alcanzado',
    limitReachedBody: (max) => `Ha alcanzado el máximo de locales (${max}).`,
  },
  unverified: {
    label: 'Correo electrónico',
    note: 'Confirme su correo electrónico: abra el enlace que le enviamos.',
    guestsLeft: (left) =>
      left === 0
        ? 'No pueden entrar más clientes hasta que confirme su correo electrónico: abra el enlace que le enviamos.'
        : plural(left, {
            one: `Puede entrar ${left} cliente más hasta que confirme su correo electrónico: abra el enlace que le enviamos.`,
            other: `Pueden entrar ${left} clientes más hasta que confirme su correo electrónico: abra el enlace que le enviamos.`,
          }),
    noGuestsLeftAt: (addresses) => `Hasta entonces no pueden entrar más clientes en ${addresses.join(', ')}.`,
    more: 'Reenviar o cambiar',
  },
};
