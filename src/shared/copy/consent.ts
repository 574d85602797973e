/**
 * What a guest agrees to by giving a phone number, as it stands at the field and is stored with the visit: who texts, what
 * about, what it may cost, how it ends. Changing a sentence changes what later guests agree to.
 */
import type { Language } from '../languages.ts';

export const consentWording: Record<Language, (business: string) => string> = {
  en: (business) =>
    `By giving your number you agree that ${business}, through Holdline, texts you about this visit: when it is your turn, and once more if staff call again. Message and data rates may apply. Reply STOP to opt out, HELP for help.`,
  id: (business) =>
    `Dengan memberikan nomor Anda, Anda setuju bahwa ${business}, melalui Holdline, mengirim SMS tentang kunjungan ini: saat giliran Anda tiba, dan sekali lagi jika staf memanggil ulang. Tarif SMS dan data dapat berlaku. Balas STOP untuk berhenti, HELP untuk bantuan.`,
  es: (business) =>
    `Al dar su número, acepta que ${business}, a través de Holdline, le envíe mensajes de texto sobre esta visita: cuando sea su turno, y una vez más si el personal le vuelve a llamar. Pueden aplicarse tarifas de mensajes y datos. Responda STOP para dejar de recibirlos, HELP para obtener ayuda.`,
  ar: (business) =>
    `بإدخال رقمك توافق على أن يرسل إليك ${business}، عبر Holdline، رسائل نصية بشأن هذه الزيارة: عندما يحين دورك، ومرة أخرى إذا ناداك الموظفون من جديد. قد تُطبَّق رسوم الرسائل والبيانات. أرسل STOP لإلغاء الاشتراك أو HELP للمساعدة.`,
};
