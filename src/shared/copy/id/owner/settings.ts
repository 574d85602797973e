/** The owner's settings in Indonesian. */
import { UNDO_MS } from '../../../limits.ts';
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { joining } from '../labels.ts';

export const settingsCopy: OwnerCatalogue['settingsCopy'] = {
  page: {
    title: 'Pengaturan bisnis',
    information: 'Informasi bisnis',
    businessName: 'Nama bisnis',
    username: 'Nama pengguna',
    email: 'Email',
    plan: 'Paket',
    defaultPlan: 'Basic',
    editName: 'Ubah nama',
    qrTitle: 'Kode QR antrean',
    qrSubtitle: 'Satu kode untuk semua lokasi: tamu memilih lokasinya dari daftar.',
    joinUrl: 'Tautan untuk bergabung',
    generate: 'Buat kode QR',
    download: 'Unduh kode QR',
    qrFile: (username) => `${username || 'bisnis'}-qr-antrean.png`,
    qrCaption: 'Pelanggan dapat memindai kode QR ini untuk bergabung ke antrean Anda',
    qrAlt: (url) => `Kode QR untuk ${url}`,
    locationsTitle: 'Kelola lokasi',
    locationsSubtitle: (used, max) =>
      `Tambah dan kelola lokasi bisnis Anda (${used}/${max} lokasi terpakai)`,
    addTitle: 'Tambah lokasi baru',
    address: 'Alamat lokasi',
    addressPlaceholder: 'Masukkan alamat lokasi (misalnya Jl. Kemang Raya 12, Jakarta)',
    add: 'Tambah lokasi',
    limitPlaceholder: (max) => `Sudah mencapai ${max} lokasi`,
    limitNote: 'Anda sudah mencapai jumlah lokasi paling banyak untuk paket Anda.',
    currentTitle: 'Lokasi saat ini',
    inQueue: (n) => `${n} pelanggan dalam antrean`,
    noneTitle: 'Belum ada lokasi.',
    noneHint: 'Tambahkan lokasi pertama Anda di atas untuk memulai.',
    editAddress: 'Ubah alamat',
    editAddressOf: (address) => `Ubah alamat: ${address}`,
    newAddress: 'Alamat baru',
    newAddressHint: 'Tamu melihatnya di halaman mereka dan di poster. Tautan, kode, dan antrean tetap sama.',
    saveAddress: 'Simpan alamat',
    saving: 'Menyimpan...',
    addressSaved: 'Alamat disimpan',
    addressNotSaved: 'Alamat belum disimpan',
    upgrade: 'Tingkatkan untuk lebih banyak lokasi',
    removeLabel: (address) => `Hapus ${address}`,
    unknownLocation: 'Lokasi itu tidak ada lagi dalam daftar Anda. Silakan muat ulang halaman.',
    removeTitle: 'Hapus lokasi',
    removeQuestion: (address) =>
      `Yakin ingin menghapus "${address}"? Tindakan ini tidak dapat dibatalkan, dan semua pelanggan dikeluarkan dari antrean di lokasi ini.`,
    cancel: 'Batal',
    confirmRemove: 'Hapus lokasi',
    downloadSvg: 'Unduh SVG',
    qrVectorFile: (username) => `${username || 'bisnis'}-qr-antrean.svg`,
  },
  codes: {
    caption: 'Langsung menuju lokasi ini.',
    open: 'Buka',
    openFor: (location) => `Buka: ${location}`,
    copyFor: (location) => `Salin tautan: ${location}`,
    downloadFor: (location) => `Unduh kode QR: ${location}`,
    file: (username, location) => `${[username, location].filter(Boolean).join('-')}-qr-antrean.png`,
    notDrawn: 'Kode tidak dapat ditampilkan.',
    again: 'Coba lagi',
  },
  poster: {
    open: 'Cetak poster',
    title: 'Poster untuk pintu Anda',
    openFor: (location) => `Cetak poster: ${location}`,
    intro: 'Satu halaman putih. Pas untuk A4 dan Letter.',
    languages: 'Bahasa poster',
    withEnglish: (language) => `${language}, Inggris`,
    print: 'Cetak',
    close: 'Tutup',
  },
  texts: {
    turnText: 'SMS “giliran Anda” versi Anda',
    turnTextHint:
      'Gunakan {business}, {minutes}, dan {link}. Kosongkan untuk memakai kata-kata kami, dalam bahasa tamu. SMS versi Anda dikirim apa adanya, setelah nama Anda dan nama kami.',
    preview: 'Yang diterima tamu',
    length: (used, max) => `${used} dari ${max} karakter: satu SMS, satu kredit SMS`,
    arabic:
      'Tamu yang berbahasa Arab menerima kata-kata kami dalam bahasa Arab. SMS berbahasa Arab memakai dua kredit SMS, bukan satu, karena operator seluler menghitung dua; jika kredit tinggal satu, SMS dikirim dalam bahasa Inggris.',
    added: 'Nama, tautan, dan cara berhenti menerima SMS ditambahkan jika tidak ada dalam kata-kata Anda.',
    nearly: 'Kirim SMS juga saat giliran tamu hampir tiba',
    nearlyHint:
      'Satu SMS tambahan, sekali saja, untuk tamu yang menunggu di mana saja dan sudah mencapai urutan ini. Biayanya sama dengan SMS “giliran Anda”, dan kredit terakhir disimpan untuk SMS itu.',
    nearlyOff: 'Nonaktif',
    nearlyNext: 'Saat tamu menjadi yang berikutnya',
    nearlyAhead: (ahead) => `Saat ada ${ahead} rombongan di depannya`,
    unknownPlaceholder: 'Hanya {business}, {minutes}, dan {link} yang boleh ada dalam kurung kurawal.',
    foreignLink:
      'Ponsel akan membaca sebagian teks ini sebagai alamat web. Hanya {link} yang boleh: beri spasi setelah setiap titik.',
    atSign: 'Ponsel akan membaca sebagian teks ini sebagai alamat email. Hapus tanda @.',
    digits:
      'SMS tidak boleh berisi enam angka berurutan, karena terbaca seperti nomor telepon atau kode.',
    protectedName:
      'Teks Anda berisi nama bank, operator seluler, atau instansi pemerintah. Hapus nama itu: SMS seperti itu sering kali penipuan.',
    tooLong: 'Terlalu panjang untuk satu SMS yang memuat tautan. Gunakan lebih sedikit kata.',
    notPaid:
      'Kata-kata Anda sendiri tersedia dengan paket berbayar. Selama masa uji coba, tamu menerima kata-kata kami.',
    nameWaits:
      'Nama bisnis Anda berisi nama bank, operator seluler, atau instansi pemerintah. Sampai kami memeriksanya, SMS diawali dengan nama pengguna Anda.',
  },
  numbers: {
    country: 'Negara',
    countryHint: 'Nomor tanpa kode negara dibaca sebagai nomor negara ini.',
    unknown: 'Pilih negara',
    more: 'Negara lain yang dikirimi SMS',
    moreHint:
      'SMS dikirim ke nomor negara Anda sendiri dan negara-negara ini. Pilih hanya negara asal tamu Anda: SMS ke negara lain sering disalahgunakan.',
    price: (country, credits) => `${country}: ${credits} kredit SMS`,
    homePrice: (country) =>
      `SMS ke ${country} memakai satu kredit SMS. Angka di samping setiap negara lain adalah harga satu SMS ke negara itu.`,
    noHome: 'Angka di samping setiap negara adalah harga satu SMS ke negara itu, dalam kredit SMS.',
    notInTrial:
      'Selama masa uji coba, SMS hanya dikirim ke negara nomor Anda sendiri. Pilih paket untuk mengirim ke negara lain.',
    add: 'Tambah negara',
    full: (max) => `Paling banyak ${max}`,
    remove: (country) => `Jangan kirim SMS ke ${country}`,
  },
  queue: {
    title: 'Pengaturan antrean',
    titleOf: (location) => `Pengaturan antrean: ${location}`,
    saving: 'Menyimpan…',
    saved: 'Disimpan',
    notSaved: 'Belum disimpan',
    saveFailed: (setting) => `${setting}: belum disimpan`,
    joiningPaused: joining.paused,
    numberRange: (min, max) =>
      `Masukkan bilangan bulat dari ${min.toLocaleString('id')} sampai ${max.toLocaleString('id')}, atau kosongkan.`,
    timeZone: 'Zona waktu',
    timeZoneHint: 'Dipakai untuk jam buka dan angka harian.',
    timeThere: (time) => `Di sana sekarang pukul ${time}.`,
    timeThereUnknown: 'Browser ini tidak mengetahui waktu di sana.',
    timeZoneUnknown: 'Pilih zona waktu dari daftar, misalnya Asia/Jakarta.',
    hours: 'Kapan tamu dapat bergabung',
    alwaysOpen: 'Selalu buka',
    byWeekday: 'Menurut hari',
    weekdayNames: {
      monday: 'Senin',
      tuesday: 'Selasa',
      wednesday: 'Rabu',
      thursday: 'Kamis',
      friday: 'Jumat',
      saturday: 'Sabtu',
      sunday: 'Minggu',
    },
    closed: 'Tutup',
    openAllDay: 'Buka sepanjang hari',
    untilNextDay: (time) => `sampai ${time} keesokan harinya`,
    opens: (day, n) => (n === 1 ? `${day}, buka` : `${day}, buka, ${n}`),
    closes: (day, n) => (n === 1 ? `${day}, tutup` : `${day}, tutup, ${n}`),
    timesMissing: 'Isi kedua jam, atau hapus keduanya.',
    addHours: 'Tambah jam',
    setHours: 'Atur jam',
    close: 'Tutup',
    hoursFull: (max) => `Paling banyak ${max}`,
    removeHours: (day, from, to) => `Hapus ${from} sampai ${to} pada hari ${day}`,
    copyDay: 'Salin ke semua hari',
    actionOn: (action, day) => `${action}: ${day}`,
    copied: 'Disalin ke semua hari',
    copiedBody: (day) => `Sekarang jam setiap hari sama dengan ${day}.`,
    holdFact: (length) => `Tempat disimpan ${length}`,
    capacityFact: (max) => `Paling banyak ${max} rombongan`,
    weekdayFact: 'Jam buka sudah diatur',
  },
};

export const settingGroups: OwnerCatalogue['settingGroups'] = {
  joining: 'Pendaftaran',
  calling: 'Pemanggilan tamu',
  texts: 'SMS',
  numbers: 'Nomor telepon tamu',
  hours: 'Jam buka',
};

const undoSeconds = UNDO_MS / 1_000;

export const settingWords: OwnerCatalogue['settingWords'] = {
  paused: {
    label: joining.pause,
    hint: 'Tidak ada tamu baru yang dapat bergabung. Tamu dalam antrean tetap memiliki tempatnya, dan Anda masih dapat menambahkan tamu sendiri.',
  },
  capacity: {
    label: 'Rombongan paling banyak',
    hint: 'Kosongkan jika tanpa batas.',
    none: 'Tanpa batas',
  },
  holdMs: {
    label: 'Lama tempat disimpan',
    hint: 'Waktu bagi tamu yang dipanggil untuk datang. Waktu tamu yang sudah dipanggil tidak berubah.',
  },
  afterHold: {
    label: 'Jika staf tidak mencatat hasil tamu yang dipanggil',
    options: { served: 'Anggap dilayani', no_show: 'Catat tidak datang' },
  },
  undo: {
    label: 'Izinkan mengurungkan Panggil',
    hint: `Panggilan dapat diurungkan selama ${undoSeconds} detik, seperti Keluarkan, Datang, dan Tidak datang. SMS dikirim ${undoSeconds} detik lebih lambat.`,
  },
};
