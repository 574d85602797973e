/** Error messages about a party, in Indonesian, for owners who add a walk-in. */
import type { OwnerCatalogue } from '../owner-catalogue.ts';

export const joinErrors: OwnerCatalogue['joinErrors'] = {
  locationRequired: 'Lokasi wajib dipilih',
  firstNameRequired: 'Nama depan wajib diisi',
  lastNameRequired: 'Nama belakang wajib diisi',
  numGuestsTooFew: 'Jumlah tamu paling sedikit 1',
  numGuestsTooMany: (max) => `Jumlah tamu paling banyak ${max}`,
  tooLong: (max) => `Gunakan paling banyak ${max} karakter`,
  preferenceRequired: 'Pilih cara menunggu',
  phoneRequired: 'Nomor telepon wajib diisi untuk Tunggu di Mana Saja',
  phoneRequiredToSwitch: 'Nomor telepon wajib diisi untuk menunggu di mana saja',
};
