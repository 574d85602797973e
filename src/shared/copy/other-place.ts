/** What a browser that shows a place in line says before a link to another one takes over. */
import type { Language } from '../languages.ts';

type OtherPlaceCopy = { title: string; body: string; keep: string; show: string };

export const otherPlaceCopy: Record<Language, OtherPlaceCopy> = {
  en: {
    title: 'You have a place of your own here',
    body: 'This link shows another place in line. This browser shows one at a time; both stay in line, whichever you choose. Once the other one is shown, only the link in a text to you brings yours back.',
    keep: 'Keep showing mine',
    show: 'Show the other one',
  },
  id: {
    title: 'Anda sudah punya tempat sendiri di sini',
    body: 'Tautan ini menampilkan tempat lain dalam antrean. Peramban ini hanya menampilkan satu tempat; keduanya tetap dalam antrean, apa pun pilihan Anda. Setelah tempat lain itu ditampilkan, tempat Anda hanya bisa dibuka lagi lewat tautan dalam SMS untuk Anda.',
    keep: 'Tetap tampilkan tempat saya',
    show: 'Tampilkan tempat lain itu',
  },
  es: {
    title: 'Ya tiene un lugar propio aquí',
    body: 'Este enlace muestra otro lugar en la fila. Este navegador muestra uno a la vez; los dos siguen en la fila, elija el que elija. Cuando se muestre el otro, al suyo solo se vuelve con el enlace de un SMS enviado a usted.',
    keep: 'Seguir con el mío',
    show: 'Mostrar el otro',
  },
  ar: {
    title: 'لديك مكان خاص بك هنا',
    body: 'يعرض هذا الرابط مكانًا آخر في الطابور. يعرض هذا المتصفح مكانًا واحدًا في كل مرة، ويبقى المكانان في الطابور أيًا كان اختيارك. وبعد عرض المكان الآخر لا يعيد مكانك إلا الرابط الموجود في رسالة نصية مرسلة إليك.',
    keep: 'مواصلة عرض مكاني',
    show: 'عرض المكان الآخر',
  },
};
