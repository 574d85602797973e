/** Billing pages in Spanish. */
import type { BillingInterval } from '../../../plans.ts';
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { pluralIn } from '../../plurals.ts';
import { countdownInWords } from '../durations.ts';

const plural = pluralIn('es');

/** The period that a price pays for. */
const unit: Record<BillingInterval, string> = { Monthly: 'mes', Yearly: 'año' };

const price = (usd: number, interval: BillingInterval) => `$${usd}/${unit[interval]}`;
const locations = (n: number) => plural(n, { one: `${n} local`, other: `${n} locales` });

export const billingCopy: OwnerCatalogue['billingCopy'] = {
  payments: {
    title: 'Elija su plan',
    subtitle: 'Cancele cuando quiera. Su fila, su código QR y sus ajustes no cambian.',
    interval: 'Facturación',
    intervals: { Monthly: 'Mensual', Yearly: 'Anual' },
    plans: 'Planes',
    price,
    saves: (usd) => `Ahorre $${usd}`,
    mostPopular: 'El más elegido',
    currentPlan: 'Plan actual',
    locations,
    customers: (n) => plural(n, { one: `${n} cliente al mes`, other: `${n} clientes al mes` }),
    sms: (n) => `${n} SMS al mes`,
    perLocation: 'SMS y clientes para cada local',
    textsAbroad: (low, high) =>
      `Un SMS dentro de su país cuenta como uno. A otros países cuenta como ${low} a ${high}; en Ajustes se ve cuántos para cada país.`,
    custom: 'A medida',
    customBody: '¿Necesita más locales, clientes o SMS?',
    contactSales: 'Hablar con ventas',
    paidAlready: (plan) => `Ya paga el plan ${plan}.`,
    changePlan: 'Cambiar plan',
    summary: 'Su pedido',
    startsNow: 'Su plan empieza en cuanto pague, y ese día empieza su mes o su año.',
    trialDaysLeft: (days) =>
      plural(days, {
        one: 'Su prueba termina entonces; el último día no se suma.',
        other: `Su prueba termina entonces; los ${days} días restantes no se suman.`,
      }),
    trialOver: 'Entonces pueden entrar clientes nuevos otra vez.',
    freshCredits:
      'Cada local empieza con los créditos del plan. Se renuevan cada mes; los créditos sin usar no se suman.',
    plan: 'Plan',
    noPlan: 'Ninguno elegido aún',
    total: 'Total',
    paymentMethod: 'Método de pago',
    creditCard: 'Tarjeta de crédito',
    methodHint: 'Escribirá los datos de su tarjeta en la página siguiente, en nuestro proveedor de pagos.',
    terms: {
      agree: 'Acepto los',
      terms: 'Términos del servicio',
      and: 'y la',
      policy: 'Política de privacidad',
    },
    checkout: 'Pagar',
    busy: 'Procesando...',
    planRequired: 'Falta elegir un plan',
    planRequiredBody: 'Elija un plan para continuar.',
    termsRequired: 'Falta aceptar los términos',
    termsRequiredBody: 'Acepte los términos y condiciones para continuar.',
    noSession: 'Error de sesión',
    noSessionBody: 'No encontramos el identificador de su cuenta. Inicie sesión de nuevo.',
    alreadySelected: 'Ya tiene este plan',
    alreadySelectedBody: (plan) =>
      `Ya tiene el plan ${plan}. Para modificar su suscripción, use la página de cambio de plan.`,
    failed: 'El pago falló',
    failedBody: 'Hubo un error al iniciar el pago. Inténtelo de nuevo.',
  },
  failed: {
    title: 'Su último pago falló',
    body: (until) => `Conserva sus créditos hasta el ${until}. Actualice antes su método de pago.`,
    overBody: 'Sus créditos quedan retenidos hasta que se haga el pago. Actualice su método de pago.',
    action: 'Actualizar método de pago',
  },
  planChange: {
    title: 'Cambie su plan',
    back: 'Volver al panel',
    summary: 'Su cambio',
    from: 'Ahora',
    to: 'Plan nuevo',
    notChosen: 'Ninguno elegido aún',
    chooseFirst:
      'Elija un plan para ver qué pasa con los días que ya pagó. Nada cambia antes de que confirme.',
    upgradeNote: (usd, interval) =>
      `Hoy paga $${usd}, menos la parte sin usar de su ${unit[interval]} actual. Hoy empieza otro ${unit[interval]}. Su plan cambia en cuanto se haga ese pago.`,
    backNote: (plan, interval) =>
      `Este ${unit[interval]} ya está pagado en el plan ${plan}: hoy no paga nada.`,
    downgradeNote: (usd, interval) =>
      `Su plan cambia hoy, también para los días que quedan de su ${unit[interval]} actual, que no se devuelven. Desde su próximo pago, paga ${price(usd, interval)}.`,
    keepsAtMost: (sms, customers) =>
      `De los créditos que le quedan este mes, cada local conserva como máximo ${sms} SMS y ${plural(customers, { one: `${customers} cliente`, other: `${customers} clientes` })}.`,
    yearly: (saved) => `Paga por año, y así ahorra $${saved} con este plan.`,
    update: 'Actualizar facturación',
    busy: 'Actualizando...',
    confirmTitle: 'Confirmar cambio de plan',
    confirmBody: (plan) =>
      `¿Seguro que quiere cambiar al plan ${plan}? Su facturación y sus créditos se actualizan de inmediato.`,
    cancel: 'Cancelar',
    confirm: 'Confirmar cambio',
    pendingTitle: (plan) => `El plan ${plan} espera su pago`,
    pendingBody: (leftMs) =>
      `Todavía no ha cambiado nada. Sin un pago, este cambio se descarta en: ${countdownInWords(leftMs)}`,
    payNow: 'Pagar ahora',
    planRequired: 'Falta elegir un plan',
    planRequiredBody: 'Elija un plan para continuar.',
    alreadySelected: 'Ya tiene este plan',
    alreadySelectedBody: (plan) => `Ya tiene el plan ${plan}.`,
    changed: '¡Plan cambiado!',
    changedBody: (plan) =>
      `Ahora tiene el plan ${plan}. Sus créditos se han actualizado, y la facturación se ajusta automáticamente.`,
    failed: 'No se cambió el plan',
    failedBody: 'Hubo un error al cambiar su plan. Inténtelo de nuevo.',
    onTrial: 'Primero elija un plan',
    onTrialBody: 'Está en una prueba gratis: compre su plan aquí.',
    ended: 'Su suscripción terminó',
    endedBody: 'Elija aquí su plan para continuar.',
    removeFirst: (tooMany, plan, allowed) =>
      `El plan ${plan} tiene ${locations(allowed)}. Primero quite ${locations(tooMany)}.`,
  },
  success: {
    title: '¡Pago realizado!',
    yourPlan: 'que eligió',
    thanks: (plan) => `Gracias por suscribirse al plan ${plan}.`,
    waiting: 'Esperando la confirmación de su pago. Tarda unos segundos.',
    confirmed: (plan) => `Confirmado: su cuenta tiene el plan ${plan}.`,
    next: 'Y ahora',
    steps: [
      'Su plan ha mejorado',
      'Tiene acceso a todas las funciones de pago',
      'Su ciclo de facturación ha empezado',
      'En breve recibirá un correo de confirmación',
    ],
    session: 'ID de sesión',
    toDashboard: 'Ir al panel',
    redirect: (seconds) =>
      plural(seconds, {
        one: `Irá a su panel en ${seconds} segundo.`,
        other: `Irá a su panel en ${seconds} segundos.`,
      }),
  },
};
