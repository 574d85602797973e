/** What a browser that shows a place in line says before a link to another one takes over. */
import type { Language } from '../languages.ts';

type OtherPlaceCopy = { title: string; body: string; keep: string; show: string };

export const otherPlaceCopy: Record<Language, OtherPlaceCopy> = {
  en: {
    title: 'You have a place in this line already',
    body: 'This link shows another place. This browser shows one at a time; both stay in line, whichever you choose. Once the other one is shown, yours comes back only by the link in a text to you; if you gave no number, not at all.',
    keep: 'Keep showing mine',
    show: 'Show the other one',
  },
  id: {
    title: 'Anda sudah punya tempat dalam antrean ini',
    body: 'Tautan ini menampilkan tempat lain. Peramban ini hanya menampilkan satu tempat; keduanya tetap dalam antrean, apa pun pilihan Anda. Setelah tempat lain itu ditampilkan, tempat Anda hanya bisa dibuka lagi lewat tautan dalam SMS untuk Anda; tanpa nomor, tidak bisa sama sekali.',
    keep: 'Tetap tampilkan tempat saya',
    show: 'Tampilkan tempat lain itu',
  },
  es: {
    title: 'Ya tiene su lugar en esta fila',
    body: 'Este enlace muestra otro lugar. Este navegador muestra uno a la vez; los dos siguen en la fila, elija el que elija. Cuando se muestre el otro, solo podrá volver al suyo con el enlace de un SMS que le enviemos; si no dio ningún número, no podrá volver.',
    keep: 'Seguir con el mío',
    show: 'Mostrar el otro',
  },
  ar: {
    title: 'لديك دور في هذا الطابور بالفعل',
    body: 'يعرض هذا الرابط دورًا آخر. يعرض هذا المتصفح دورًا واحدًا في كل مرة، ويبقى الدوران في الطابور أيًا كان اختيارك. وبعد عرض الدور الآخر لا يعيد دورك إلا الرابط الموجود في رسالة نصية نرسلها إليك، وإن لم تعطِ رقمًا فلن تتمكن من العودة إليه.',
    keep: 'مواصلة عرض دوري',
    show: 'عرض الدور الآخر',
  },
};
