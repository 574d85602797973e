/** Texts to guests in Indonesian. */
import { product } from '../../product.ts';
import type { ReplyTexts, TurnTexts } from '../en/texts.ts';

/** The texts use only characters of the GSM-7 alphabet. */
export const turnTexts: TurnTexts = {
  many: [
    '{business}: giliran Anda. Silakan datang dalam {minutes} menit. {link}',
    '{business}: giliran Anda. Datang dalam {minutes} menit. {link}',
    '{business}: datang dalam {minutes} mnt {link}',
  ],
  one: [
    '{business}: giliran Anda. Silakan datang dalam 1 menit. {link}',
    '{business}: giliran Anda. Datang dalam 1 menit. {link}',
    '{business}: datang dalam 1 mnt {link}',
  ],
  now: [
    '{business}: giliran Anda. Silakan datang sekarang. {link}',
    '{business}: giliran Anda. Datang sekarang. {link}',
    '{business}: datang sekarang. {link}',
  ],
  nearly: [
    '{business}: sebentar lagi giliran Anda. Silakan kembali. {link}',
    '{business}: sebentar lagi giliran Anda. {link}',
    '{business}: hampir giliran. {link}',
  ],
  via: `via ${product.name}`,
  stop: ['Balas STOP untuk berhenti.', 'STOP: berhenti'],
};

export const replyTexts: ReplyTexts = {
  on_my_way: 'Terima kasih. Staf dapat melihat bahwa Anda sedang dalam perjalanan.',
  left: 'Anda telah keluar dari antrean.',
  turn_came:
    'Giliran Anda sudah tiba. Jika tidak bisa datang, Anda tidak perlu berbuat apa-apa: tempat diberikan kepada tamu berikutnya.',
  help: `${product.name} mengirim SMS saat giliran Anda tiba di antrean. Balas STOP untuk berhenti. Bantuan: ${product.supportEmail}`,
};
