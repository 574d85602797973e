/** Mails to owners and members, in Spanish. */
import { product } from '../../../product.ts';
import type { BillingInterval } from '../../../plans.ts';
import type { MailCopy } from '../../en/owner/mails.ts';
import { pluralIn } from '../../plurals.ts';

const { name } = product;
const plural = pluralIn('es');
const unit: Record<BillingInterval, string> = { Monthly: 'mes', Yearly: 'año' };

const asked = 'Lo haremos cuando dos personas de nuestro equipo estén de acuerdo, o dentro de 24 horas.';
const stops = 'Si usted no lo pidió, el enlace de abajo lo detiene.';
const turned = (word: 'activó' | 'desactivó', more = '') => ({
  subject: `Se ${word} la verificación en dos pasos de ${name}`,
  told: `Se ${word} la verificación en dos pasos de su cuenta de ${name}.${more}`,
});
const deleted = (how: string) => ({
  subject: `Se eliminó su cuenta de ${name}`,
  paragraphs: [
    `${how} su cuenta de ${name}, con sus locales, filas e historial.`,
    'Si no fue usted, responda a este correo de inmediato.',
  ],
});
const linkNote = (hours: number) =>
  `El enlace funciona una sola vez y caduca en ${plural(hours, { one: '1 hora', other: `${hours} horas` })}. Si lo pidió más de una vez, solo funciona el enlace más reciente.`;

export const mailCopy: MailCopy = {
  language: 'es',
  locale: 'es',
  greeting: 'Hola:',
  moment: (when, timezone) => `${when} (hora de ${timezone})`,
  account: {
    verify: (hours) => ({
      subject: `Confirme su correo electrónico para ${name}`,
      paragraphs: [`Confirme que esta es la dirección de correo de su cuenta de ${name}.`],
      button: 'Confirmar esta dirección',
      notes: [linkNote(hours), 'Si no tiene ninguna cuenta con nosotros, no tiene que hacer nada.'],
    }),
    reset: (hours) => ({
      subject: `Restablezca su contraseña de ${name}`,
      paragraphs: [`Alguien pidió restablecer la contraseña de su cuenta de ${name}.`],
      button: 'Elegir una contraseña nueva',
      notes: [
        linkNote(hours),
        'Si no fue usted, no tiene que hacer nada: su contraseña sigue siendo la misma.',
      ],
    }),
    logInLink: {
      subject: `Inicie sesión en ${name} con este enlace`,
      paragraphs: [
        `Alguien introdujo muchas contraseñas o códigos incorrectos para su cuenta de ${name}, así que no aceptamos más intentos desde dispositivos que no conocemos.`,
        'Si quiere iniciar sesión ahora, abra este enlace. Seguirá necesitando su contraseña.',
      ],
      button: 'Iniciar sesión',
      notes: [
        'El enlace funciona durante 2 horas. No se lo pase a nadie.',
        'Si usted no intentó iniciar sesión, no tiene que hacer nada: nadie ha entrado.',
      ],
    },
    addressInUse: {
      subject: `Este correo electrónico ya tiene una cuenta de ${name}`,
      paragraphs: [
        `Alguien pidió usar esta dirección de correo para una segunda cuenta de ${name}. Una dirección solo puede pertenecer a una cuenta, así que no se cambió nada.`,
        'Si no fue usted, no tiene que hacer nada.',
      ],
    },
    idle: (day) => ({
      subject: `Su cuenta de ${name} se eliminará el ${day}`,
      paragraphs: [
        `Nadie ha iniciado sesión en su cuenta de ${name} desde hace 11 meses, y en ese tiempo no ha venido ningún cliente. No conservamos cuentas que nadie usa: el ${day} la eliminaremos con sus locales, filas e historial.`,
        'Si quiere conservarla, inicie sesión antes de ese día. No hace falta nada más.',
      ],
      button: 'Iniciar sesión',
      notes: ['Si ya no necesita la cuenta, no tiene que hacer nada.'],
    }),
    deleted: {
      owner: deleted('Se eliminó'),
      us: deleted('Hemos eliminado, porque alguien nos lo pidió,'),
      idle: deleted('Hemos eliminado, porque nadie la ha usado durante un año,'),
    },
    guestErasure: {
      subject: `Un cliente pidió a ${name} que se borren sus datos`,
      paragraphs: [`Nos han pedido borrar lo que sus locales saben de un cliente. ${asked}`],
      notes: ['No tiene que hacer nada.'],
    },
  },
  warnings: {
    emailChangeAsked: {
      subject: `Su correo electrónico de ${name} está a punto de cambiar`,
      told: `Alguien con la sesión iniciada en su cuenta de ${name} pidió cambiar su correo electrónico. Cambiará cuando se confirme la dirección nueva.`,
    },
    emailChanged: {
      subject: `Se cambió su correo electrónico de ${name}`,
      told: `Se cambió el correo electrónico de su cuenta de ${name}. A partir de ahora escribiremos a la dirección nueva.`,
    },
    passwordReset: {
      subject: `Se restableció su contraseña de ${name}`,
      told: `Se eligió una contraseña nueva para su cuenta de ${name} con un enlace enviado por correo. Se ha cerrado la sesión en todos los dispositivos.`,
    },
    passwordChanged: {
      subject: `Se cambió su contraseña de ${name}`,
      told: `Se cambió la contraseña de su cuenta de ${name}. Se ha cerrado la sesión en todos los demás dispositivos.`,
    },
    newDevice: (by, device) => ({
      subject: `Nuevo inicio de sesión en su cuenta de ${name}`,
      told: `Alguien inició sesión en su cuenta de ${name} con su ${by === 'password' ? 'contraseña' : 'llave de acceso'}, desde un dispositivo que no se había usado antes: ${device?.replace(' on ', ' en ') ?? 'uno desconocido'}.`,
    }),
    wrongCodes: {
      subject: `Códigos incorrectos al iniciar sesión en su cuenta de ${name}`,
      told: `Alguien introdujo la contraseña de su cuenta de ${name} y después un código incorrecto. Nadie inició sesión con él.`,
    },
    secondStep: {
      on: turned('activó'),
      off: turned('desactivó', ' Si no fue usted, el enlace de abajo la activa de nuevo.'),
      off_by_reset: turned('desactivó'),
    },
    passkey: {
      added: {
        subject: `Se añadió una llave de acceso en ${name}`,
        told: `Se añadió una llave de acceso a su cuenta de ${name}. Con ella se puede abrir la cuenta sin la contraseña.`,
      },
      removed: {
        subject: `Se quitó una llave de acceso en ${name}`,
        told: `Se quitó una llave de acceso de su cuenta de ${name}. Si no fue usted, el enlace de abajo la recupera.`,
      },
    },
    recoveryCodes: {
      used: {
        subject: `Códigos de recuperación de su cuenta de ${name}`,
        told: `Se usó un código de recuperación en lugar del segundo paso de su cuenta de ${name}.`,
      },
      renewed: {
        subject: `Códigos de recuperación de su cuenta de ${name}`,
        told: `Se crearon códigos de recuperación nuevos para su cuenta de ${name}. Los anteriores ya no funcionan.`,
      },
    },
    deletionCode: (code) => ({
      subject: `Código para eliminar su cuenta de ${name}`,
      told: `Alguien con la sesión iniciada en su cuenta de ${name} pidió eliminarla, con sus locales, filas e historial. No se elimina nada sin este código: ${code}`,
      ifItWasYou: 'Si fue usted, escriba el código en los próximos 15 minutos.',
    }),
    handOverCode: (code) => ({
      subject: `Código para traspasar su negocio en ${name}`,
      told: `Alguien con la sesión iniciada en su cuenta de ${name} pidió que otro miembro sea el propietario de su negocio, con su plan e historial. No se traspasa nada sin este código: ${code}`,
      ifItWasYou: 'Si fue usted, escriba el código en los próximos 15 minutos.',
    }),
    asked: {
      export: {
        subject: `Nos pidieron exportar su cuenta de ${name}`,
        told: `Nos pidieron copiar todos los datos de su cuenta de ${name} en un archivo, para trasladarlos o guardarlos. ${asked} ${stops}`,
      },
      account: {
        subject: `Nos pidieron eliminar su cuenta de ${name}`,
        told: `Nos pidieron eliminar su cuenta de ${name}, con sus locales, filas e historial. ${asked} ${stops}`,
      },
    },
    ownershipOffered: {
      subject: `Se ofreció a un miembro la propiedad de su negocio en ${name}`,
      told: `Alguien con la sesión iniciada en su cuenta de ${name} ofreció la propiedad de su negocio a un miembro del equipo. Pasará a esa persona cuando la confirme.`,
    },
    handedOver: {
      subject: `Su negocio en ${name} tiene un nuevo propietario`,
      told: `El miembro confirmó: la propiedad de su negocio en ${name} ha pasado a esa persona. Ahora usted es encargado y tiene que iniciar sesión de nuevo.`,
      more: [
        'Un plan se sigue pagando con el método de pago de usted hasta que el nuevo propietario ponga otro.',
        `El enlace de abajo cierra las sesiones de su cuenta, pero no le devuelve el negocio: si no fue usted, escriba de inmediato a ${product.supportEmail}.`,
      ],
    },
    invited: {
      subject: `Se invitó a alguien a su equipo en ${name}`,
      told: `Alguien con la sesión abierta en su cuenta de ${name} invitó a una persona al equipo de su negocio. Si no fue usted, el enlace de abajo lo anula, también si la persona ya se unió.`,
    },
    roleChanged: {
      subject: `Se cambió un rol de su equipo en ${name}`,
      told: `Alguien con la sesión abierta en su cuenta de ${name} dio a un miembro de su equipo otro rol u otros locales. Si no fue usted, siga el enlace de abajo y después revise la página «Equipo».`,
    },
    deviceSetUp: {
      subject: `Se configuró una tableta para su equipo en ${name}`,
      told: `Se configuró una tableta con un código que creó alguien con la sesión abierta en su cuenta de ${name}. Los miembros la desbloquean con su PIN. Si no fue usted, el enlace de abajo anula la tableta.`,
    },
    pinSet: {
      subject: `Se creó su PIN para las tabletas de ${name}`,
      told: `Alguien con la sesión abierta en su cuenta de ${name}, y con su contraseña, creó un PIN. Con él, las tabletas del equipo se abren a su nombre. Si no fue usted, el enlace de abajo anula el PIN.`,
    },
    ifItWasYou: 'Si fue usted, no tiene que hacer nada.',
    button: 'No fui yo',
    note: 'El enlace funciona durante 72 horas. Cierra la sesión en todos los dispositivos, anula la contraseña y quita la verificación en dos pasos, las llaves de acceso y las tabletas añadidas en las últimas 72 horas, con las invitaciones de ese tiempo y las personas que entraron por ellas. Después, solo quien lee este buzón puede elegir una contraseña nueva. Durante 72 horas nadie puede cambiar el correo electrónico, la verificación en dos pasos ni las llaves de acceso, ni eliminar la cuenta.',
  },
  team: {
    invitation: {
      subject: `Tiene una invitación a un equipo en ${name}`,
      paragraphs: [
        `Alguien le invita al equipo de un negocio en ${name}. Abra el enlace para ver quién es y para unirse.`,
      ],
      button: 'Ver la invitación',
      notes: [
        'El enlace funciona una sola vez y caduca en 7 días. Si le invitaron más de una vez, solo funciona el enlace más reciente.',
        'Si no sabe por qué ha recibido este correo, no tiene que hacer nada.',
      ],
    },
    removed: {
      subject: `Ha dejado un equipo en ${name}`,
      paragraphs: [
        `Ya no pertenece al equipo de un negocio en ${name}. Se ha cerrado su sesión en él en todos los dispositivos. Una cuenta que no pertenece a ningún negocio se elimina.`,
      ],
    },
    offer: {
      subject: `Le ofrecen la propiedad de un negocio en ${name}`,
      paragraphs: [
        `El propietario de un negocio en ${name} le ofrece la propiedad, con su plan y sus pagos. Puede confirmarla en la página «Equipo» en un plazo de 7 días, con su contraseña.`,
      ],
      button: 'Abrir el equipo',
      notes: ['Si no la quiere, no tiene que hacer nada: nada cambia sin usted.'],
    },
  },
  billing: {
    paymentFailed: (plan, moment, isOver) => ({
      subject: `Falló un pago de su plan de ${name}`,
      paragraphs: [
        `No se pudo cobrar el plan ${plan} de su cuenta de ${name}.`,
        isOver
          ? `Sus créditos están retenidos desde el ${moment}: nadie puede unirse a sus filas hasta que se pague. A los clientes que están en la fila todavía se les puede llamar.`
          : `Conserva sus créditos hasta el ${moment}. A partir de entonces nadie podrá unirse a sus filas hasta que se pague. A los clientes que estén en la fila se les podrá seguir llamando.`,
      ],
      button: 'Actualizar el método de pago',
      notes: ['Si ya ha pagado, no tiene que hacer nada.'],
    }),
    planChanged: (plan) => ({
      subject: `Su plan de ${name} es ahora ${plan}`,
      paragraphs: [`Gracias. A partir de ahora su cuenta de ${name} tiene el plan ${plan}.`],
      button: 'Abrir los ajustes',
      notes: ['Si no fue usted, responda a este correo de inmediato.'],
    }),
    facts: {
      plan: 'Plan',
      planPrice: (plan, usd, interval) => `${plan}, $${usd}/${unit[interval]}`,
      included: 'Incluye',
      locations: (n) => plural(n, { one: `${n} local`, other: `${n} locales` }),
      perLocation: 'SMS y clientes por cada local',
      credits: (sms, customers) => `${sms} SMS al mes, ${customers} clientes al mes`,
      endsOn: 'Termina el',
      paidUntil: 'Pagado hasta el',
    },
    paidTwice: {
      subject: `Su cuenta de ${name} se está pagando dos veces`,
      paragraphs: [
        `Se están pagando dos suscripciones de su cuenta de ${name}. Solo cuenta la primera.`,
        'También nosotros hemos recibido el aviso: cancelamos la segunda y devolvemos su importe. Usted no tiene que hacer nada.',
      ],
      notes: ['Si no tiene noticias nuestras en tres días hábiles, responda a este correo.'],
    },
    trialEnds: {
      inDays: (days) => `Su prueba de ${name} termina en ${days} días`,
      today: `Su prueba de ${name} termina hoy`,
      tomorrow: `Su prueba de ${name} termina mañana`,
      words: (moment) => ({
        paragraphs: [
          `La prueba gratuita de su cuenta de ${name} termina el ${moment}.`,
          'A partir de entonces nadie podrá unirse a sus filas hasta que elija un plan. A los clientes que estén en la fila se les podrá seguir llamando.',
        ],
        button: 'Elegir un plan',
        notes: ['Si no quiere continuar, no tiene que hacer nada: no se le cobra nada.'],
      }),
    },
  },
};
