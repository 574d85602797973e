/** The desk in Indonesian: the bar, the tabs, the panes and the notices around a line. */
import type { OwnerCatalogue } from '../../owner-catalogue.ts';

export const deskCopy: OwnerCatalogue['deskCopy'] = {
  title: 'Dasbor',
  stand: {
    title: 'Meja',
    tabTitle: (waiting) => (waiting === 0 ? 'Meja' : `(${waiting}) Meja`),
    open: 'Buka meja',
  },
  tabs: {
    label: 'Tampilan antrean',
    line: 'Antrean',
    arriving: 'Menuju',
    done: 'Selesai',
    today: 'Hari ini',
  },
  bar: { waiting: 'menunggu', longest: 'terlama', paused: 'Dijeda', endSearch: 'Akhiri pencarian' },
  servers: {
    label: 'Melayani:',
    hint: 'Berapa orang yang melayani sekarang. Waktu tunggu diperkirakan dari jumlah ini.',
    none: '–',
    failed: 'Jumlah orang tidak berubah',
  },
  duty: {
    begin: 'Mulai bertugas',
    end: 'Selesai bertugas',
    people: 'Bertugas:',
    nobody: 'Belum ada yang bertugas',
    failed: 'Status tugas Anda tidak berubah',
  },
  holdLeft: 'tersisa',
  holdsEnded: (n) => `${n} penyimpanan tempat berakhir`,
  paused: 'Pendaftaran dijeda.',
  senders: {
    title: (n) => `${n} pendaftaran dari satu pengirim.`,
    body: 'Datang dalam beberapa menit dari satu jaringan. Bila bukan tamu sungguhan, hapus: kreditnya kembali, dan grafik tidak menghitungnya.',
    remove: (n) => `Hapus semua ${n}`,
    keep: 'Mereka tamu',
    removed: (n) => `${n} rombongan dihapus.`,
    removedBody: 'Kreditnya sudah kembali.',
    undo: 'Urungkan',
  },
  credits: {
    customer: {
      title: (n) => (n === 0 ? 'Kredit pelanggan habis.' : `Kredit pelanggan tinggal ${n}.`),
      soon: 'Setelah itu tamu yang memindai kode akan ditolak.',
      now: 'Tamu yang memindai kode ditolak. Anda masih dapat menambahkan tamu langsung.',
    },
    sms: {
      title: (n) => (n === 0 ? 'Kredit SMS habis.' : `Kredit SMS tinggal ${n}.`),
      soon: 'Setelah itu tidak ada SMS terkirim, dan Anda memanggil nama tamu.',
      now: 'Tidak ada SMS terkirim: panggil nama tamu.',
    },
    owed: (n) => `${n} tamu langsung belum terbayar: kredit Anda berikutnya membayarnya lebih dulu.`,
    more: 'Tambah kredit',
    hide: 'Sembunyikan sampai besok',
  },
  figures: {
    label: 'Sekarang dan hasil',
    came: 'Datang',
    noShows: 'Tidak datang',
    longest: 'Tunggu terlama sekarang',
    waiting: 'Menunggu sekarang',
    partiesAndGuests: (parties, guests) => `${parties} rombongan, ${guests} tamu`,
    none: '–',
  },
  done: {
    title: 'Selesai hari ini',
    empty: 'Belum ada yang selesai hari ini.',
    arrivedAfter: (minutes) => `Datang setelah ${minutes} mnt`,
    noShow: 'Tidak datang',
    called: 'Dipanggil, tanpa hasil',
    waitExpired: 'Dikeluarkan oleh sistem, tidak dipanggil tepat waktu',
  },
};
