/** The owner's settings in Spanish. */
import { UNDO_MS } from '../../../limits.ts';
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { pluralIn } from '../../plurals.ts';
import { joining } from '../labels.ts';

const plural = pluralIn('es');
const undoSeconds = UNDO_MS / 1_000;

export const settingsCopy: OwnerCatalogue['settingsCopy'] = {
  page: {
    title: 'Ajustes del negocio',
    information: 'Datos del negocio',
    businessName: 'Nombre del negocio',
    username: 'Usuario',
    email: 'Correo electrónico',
    plan: 'Plan',
    defaultPlan: 'Basic',
    editName: 'Cambiar nombre',
    qrTitle: 'Código QR de la fila',
    qrSubtitle: 'Un código para todos los locales: los clientes eligen el suyo en una lista.',
    joinUrl: 'Enlace para entrar',
    generate: 'Generar código QR',
    download: 'Descargar código QR',
    qrFile: (username) => `${username || 'negocio'}-fila-qr.png`,
    qrCaption: 'Los clientes pueden escanear este código QR para unirse a su fila',
    qrAlt: (url) => `Código QR de ${url}`,
    locationsTitle: 'Gestión de locales',
    locationsSubtitle: (used, max) =>
      `Añada y gestione los locales de su negocio (${used}/${max} locales en uso)`,
    addTitle: 'Añadir un local',
    address: 'Dirección del local',
    addressPlaceholder: 'Escriba la dirección del local (p. ej., Calle Mayor 123, ciudad)',
    add: 'Añadir local',
    limitPlaceholder: (max) => `Máximo de locales alcanzado (${max})`,
    limitNote: 'Ha alcanzado el número máximo de locales de su plan.',
    currentTitle: 'Locales actuales',
    inQueue: (n) => plural(n, { one: `${n} cliente en la fila`, other: `${n} clientes en la fila` }),
    noneTitle: 'Aún no hay locales.',
    noneHint: 'Para empezar, añada arriba su primer local.',
    editAddress: 'Cambiar dirección',
    editAddressOf: (address) => `Cambiar dirección: ${address}`,
    newAddress: 'Nueva dirección',
    newAddressHint:
      'Los clientes la ven en su página y en el cartel. Los enlaces, los códigos y la fila no cambian.',
    saveAddress: 'Guardar dirección',
    saving: 'Guardando...',
    addressSaved: 'Dirección guardada',
    addressNotSaved: 'No se guardó la dirección',
    upgrade: 'Mejorar plan para más locales',
    removeLabel: (address) => `Quitar ${address}`,
    unknownLocation: 'Ese local ya no está en su lista. Vuelva a cargar la página.',
    removeTitle: 'Quitar local',
    removeQuestion: (address) =>
      `¿Seguro que quiere quitar «${address}»? No se puede deshacer, y todos los clientes de la fila de este local se quitan.`,
    cancel: 'Cancelar',
    confirmRemove: 'Quitar local',
    downloadSvg: 'Descargar SVG',
    qrVectorFile: (username) => `${username || 'negocio'}-fila-qr.svg`,
  },
  codes: {
    caption: 'Lleva directamente a este local.',
    open: 'Abrir',
    openFor: (location) => `Abrir: ${location}`,
    copyFor: (location) => `Copiar enlace: ${location}`,
    downloadFor: (location) => `Descargar código QR: ${location}`,
    file: (username, location) => `${[username, location].filter(Boolean).join('-')}-fila-qr.png`,
    notDrawn: 'No se pudo dibujar el código.',
    again: 'Intentar de nuevo',
  },
  poster: {
    open: 'Imprimir cartel',
    title: 'Cartel para su puerta',
    openFor: (location) => `Imprimir cartel: ${location}`,
    intro: 'Una página con fondo blanco. Vale para A4 y Carta.',
    languages: 'Idiomas del cartel',
    withEnglish: (language) => `${language}, inglés`,
    print: 'Imprimir',
    close: 'Cerrar',
  },
  texts: {
    turnText: 'Su propio SMS de «es su turno»',
    turnTextHint:
      'Use {business}, {minutes} y {link}. Déjelo vacío para usar nuestro texto, que está en el idioma del cliente. El suyo se envía tal como lo escribe, después de su nombre y el nuestro.',
    preview: 'Lo que recibe el cliente',
    length: (used, max) => `${used} de ${max} caracteres: un SMS, un crédito de SMS`,
    arabic:
      'Los clientes que leen árabe reciben nuestro texto en árabe. Un SMS en árabe cuesta dos créditos de SMS en lugar de uno, porque las operadoras cuentan dos; si queda un solo crédito, va en inglés.',
    added: 'Si su texto no los tiene, se añaden el nombre, el enlace y cómo dejar de recibir SMS.',
    nearly: 'Avisar también por SMS cuando casi sea su turno',
    nearlyHint:
      'Un SMS más, una sola vez, a los clientes que esperan donde quieran y llegan a este lugar de la fila. Cada uno cuesta lo mismo que «es su turno», y los últimos créditos se guardan para ese SMS.',
    nearlyOff: 'No',
    nearlyNext: 'Cuando sea el siguiente',
    nearlyAhead: (ahead) => plural(ahead, { one: '1 grupo delante', other: `${ahead} grupos delante` }),
    unknownPlaceholder: 'Entre llaves solo puede poner {business}, {minutes} y {link}.',
    foreignLink:
      'Los teléfonos tomarían una parte por una dirección web. Solo {link} puede serlo: ponga un espacio después de cada punto.',
    atSign: 'Los teléfonos tomarían una parte por un correo electrónico. Quite la @.',
    digits: 'Un SMS no puede tener seis dígitos seguidos: parecería un número de teléfono o un código.',
    protectedName:
      'Su texto contiene el nombre de un banco, una operadora o una autoridad. Quítelo: esos SMS suelen ser un fraude.',
    tooLong: 'Es demasiado largo para un solo SMS con el enlace. Use menos palabras.',
    notPaid: 'Su propio texto viene con un plan de pago. En la prueba los clientes reciben el nuestro.',
    nameWaits:
      'El nombre de su negocio contiene el de un banco, una operadora o una autoridad. Hasta que lo revisemos, los SMS empiezan con su usuario.',
  },
  numbers: {
    country: 'País',
    countryHint: 'Un número sin código de país se lee como de este país.',
    unknown: 'Elija un país',
    more: 'Otros países que reciben SMS',
    moreHint:
      'Los SMS van a números de su país y de estos. Elija solo países de los que vienen sus clientes: con los SMS a otros países hay muchos abusos.',
    price: (country, credits) =>
      `${country}: ${plural(credits, { one: '1 crédito de SMS', other: `${credits} créditos de SMS` })}`,
    prices: 'El número junto a cada país es el precio de un SMS a ese país, en créditos de SMS.',
    notInTrial:
      'En la prueba los SMS solo van al país de su propio número. Elija un plan para enviar a otros países.',
    add: 'Añadir un país',
    full: (max) => `${max} como máximo`,
    remove: (country) => `Sin SMS a ${country}`,
  },
  queue: {
    title: 'Ajustes de la fila',
    titleOf: (location) => `Ajustes de la fila: ${location}`,
    saving: 'Guardando…',
    saved: 'Guardado',
    notSaved: 'No guardado',
    saveFailed: (setting) => `${setting}: no guardado`,
    joiningPaused: joining.paused,
    numberRange: (min, max) =>
      `Escriba un número entero de ${min.toLocaleString('es')} a ${max.toLocaleString('es')}, o déjelo vacío.`,
    timeZone: 'Zona horaria',
    timeZoneHint: 'Se usa para el horario y las cifras del día.',
    timeThere: (time) => `La hora allí es: ${time}.`,
    timeThereUnknown: 'Este navegador no sabe la hora de allí.',
    timeZoneUnknown: 'Elija una zona horaria de la lista, por ejemplo Asia/Jakarta.',
    hours: 'Cuándo pueden entrar los clientes',
    alwaysOpen: 'Siempre abierto',
    byWeekday: 'Por día de la semana',
    weekdayNames: {
      monday: 'Lunes',
      tuesday: 'Martes',
      wednesday: 'Miércoles',
      thursday: 'Jueves',
      friday: 'Viernes',
      saturday: 'Sábado',
      sunday: 'Domingo',
    },
    closed: 'Cerrado',
    openAllDay: 'Abierto todo el día',
    untilNextDay: (time) => `hasta las ${time} del día siguiente`,
    opens: (day, n) => (n === 1 ? `${day}, abre` : `${day}, abre, ${n}`),
    closes: (day, n) => (n === 1 ? `${day}, cierra` : `${day}, cierra, ${n}`),
    timesMissing: 'Escriba las dos horas, o quítelas.',
    addHours: 'Añadir horario',
    setHours: 'Poner horario',
    close: 'Cerrar',
    hoursFull: (max) => `${max} como máximo`,
    removeHours: (day, from, to) => `Quitar de ${from} a ${to}, ${day}`,
    copyDay: 'Copiar a todos',
    actionOn: (action, day) => `${action}: ${day}`,
    copied: 'Copiado a todos los días',
    copiedBody: (day) => `Todos los días tienen ahora este horario: ${day}.`,
    holdFact: (length) => `Reserva de ${length}`,
    capacityFact: (max) =>
      plural(max, { one: `${max} grupo como máximo`, other: `${max} grupos como máximo` }),
    weekdayFact: 'Con horario',
  },
};

export const settingGroups: OwnerCatalogue['settingGroups'] = {
  joining: 'Entrada',
  calling: 'Llamar a clientes',
  texts: 'SMS',
  numbers: 'Teléfonos de los clientes',
  hours: 'Horario',
  team: 'Equipo',
};

export const settingWords: OwnerCatalogue['settingWords'] = {
  paused: {
    label: joining.pause,
    hint: 'Nadie más puede entrar. Los clientes de la fila conservan su lugar, y usted aún puede añadir clientes.',
  },
  capacity: {
    label: 'Máximo de grupos en la fila',
    hint: 'Déjelo vacío para no poner límite.',
    none: 'Sin límite',
  },
  holdMs: {
    label: 'Tiempo de reserva',
    hint: 'Cuánto tiempo tiene un cliente llamado para llegar. Los ya llamados conservan su tiempo.',
  },
  afterHold: {
    label: 'Si el personal no marca a un cliente llamado',
    options: { served: 'Dejar como atendido', no_show: 'Marcar como ausente' },
  },
  undo: {
    label: 'Permitir deshacer Llamar',
    hint: `Llamar se puede deshacer durante ${undoSeconds} segundos, igual que Quitar, Llegó y Ausente. Los SMS salen ${undoSeconds} segundos más tarde.`,
  },
  memberCharts: {
    label: 'Gráficos por miembro',
    hint: 'Usted y los encargados ven lo que hizo cada persona: llamadas, resultados y esperas. Su equipo lo ve en la página «Equipo».',
  },
};
