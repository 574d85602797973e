/** Words of the dashboard, and words that the owner's pages share, in Indonesian. */
import { STAFF_PASS_MS, STAFF_SOCKET_MS } from '../../../limits.ts';
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { countdownInWords } from '../durations.ts';
import { joining } from '../labels.ts';
import { ways } from '../words.ts';

const minutes = STAFF_PASS_MS / 60_000;
const hours = STAFF_SOCKET_MS / 3_600_000;

export const ownerCopy: OwnerCatalogue['ownerCopy'] = {
  header: {
    dashboard: 'Dasbor',
    settings: 'Pengaturan',
    account: 'Akun',
    logOut: 'Keluar',
    menu: 'Menu',
    label: 'Bisnis',
    logOutFailed: 'Anda masih masuk ke akun',
  },
  notLoaded: { title: 'Bagian ini tidak dapat dimuat saat ini.', again: 'Coba lagi' },
  unconfirmedEnd: {
    title: 'Sesi masuk sudah berakhir, tetapi belum dipastikan di semua lokasi',
    body: (addresses) =>
      `Belum ada jawaban dari ${addresses.join('; ')}. Di lokasi ini, perangkat yang sudah dikeluarkan mungkin masih dapat mengubah antrean selama ${minutes} menit dan melihatnya selama ${hours} jam.`,
    understood: 'Oke',
    overview: 'ikhtisar semua lokasi',
  },
  dashboard: {
    greeting: (name) => `Halo, ${name || 'Pemilik Bisnis'}`,
    subtitle: 'Berikut statistik Anda hari ini',
    location: 'Lokasi',
    locationOption: (address, n) => address || `Lokasi ${n}`,
    noLocations: 'Tidak ada lokasi',
    nameErased: 'Nama dihapus',
    customerCredits: (n) => `Kredit pelanggan: ${n}`,
    smsCredits: (n) => `Kredit SMS: ${n}`,
    totalQueue: 'Total antrean',
    averageWait: 'Rata-rata tunggu',
    averageWaitUnit: 'menit',
    servedToday: 'Dilayani hari ini',
    successRate: 'Tingkat keberhasilan',
    leftToday: 'Keluar hari ini',
    queueTitle: 'Kelola antrean',
    queueSubtitle: (address) =>
      address === undefined ? 'Belum ada lokasi yang dipilih' : `Antrean untuk: ${address}`,
    refresh: 'Muat ulang',
    customers: (n) => `${n} pelanggan`,
    joined: (ago) => `Antre ${ago}`,
    guests: (n) => `${n} tamu`,
    ...ways,
    admit: 'Panggil',
    remove: 'Keluarkan',
    away: 'Lokasi ini sedang tidak menjawab.',
    awayHint: 'Antreannya aman, dan kami terus mencoba. Lokasi Anda yang lain berjalan seperti biasa.',
    queueEmpty: 'Tidak ada pelanggan dalam antrean di lokasi ini.',
    queueList: 'Pelanggan dalam antrean, mulai dari yang berikutnya',
    figures: 'Hari ini dalam angka',
    tabTitle: (waiting) => (waiting === 0 ? 'Dasbor' : `(${waiting}) Dasbor`),
    showQrCode: 'Tampilkan kode QR',
    copyLink: 'Salin tautan',
    linkCopied: 'Tautan tersalin',
    linkNotCopied: 'Tautan tidak dapat disalin',
    linkNotCopiedBody: 'Pilih tautannya di Pengaturan, lalu salin sendiri.',
    arrivingTitle: 'Menuju ke sini',
    arrivingEmpty: 'Tamu yang Anda panggil muncul di sini sampai datang.',
    holdLeft: (mmss) => `${mmss} tersisa`,
    holdEnded: 'Waktu simpan habis',
    leftTitle: 'Pelanggan yang baru keluar',
    leftSubtitle: 'Pelanggan yang belum lama ini keluar dari antrean',
    leftEmpty: 'Tidak ada yang keluar dalam 24 jam terakhir.',
    left: (ago) => `Keluar ${ago}`,
    removed: (ago) => `Dikeluarkan ${ago}`,
    badgeLeft: 'Keluar sendiri',
    badgeRemoved: 'Dikeluarkan bisnis',
    live: 'Aktif',
    reconnecting: 'Menyambung lagi',
    offline: 'Tanpa koneksi',
    trialOffer:
      'Tingkatkan paket kapan saja. Setelah masa uji coba berakhir, tamu baru tidak dapat bergabung sampai Anda memilih paket.',
  },
  firstSteps: {
    title: 'Tiga langkah lagi, antrean Anda siap',
    subtitle: 'Sekitar dua menit. Pengaturan lainnya sudah terisi dengan pilihan yang wajar.',
    address: 'Di mana pintu masuk Anda?',
    addressHint: 'Tamu melihat alamat ini. Anda dapat mengubahnya nanti.',
    poster: 'Pasang poster',
    posterHint: 'Satu halaman berisi kode pintu ini, dalam bahasa setempat dan bahasa Inggris.',
    tryIt: 'Coba sendiri',
    tryItHint: 'Pindai kode dengan ponsel Anda dan bergabunglah. Lalu panggil diri Anda di sini.',
    done: (step) => `Selesai: ${step}`,
    notLoaded: 'Kode tidak dapat dimuat.',
    again: 'Coba lagi',
  },
  status: {
    notLive:
      'Tidak ada koneksi langsung. Daftar di bawah mungkin bukan yang terbaru; daftar diperbarui begitu koneksi kembali. Tindakan yang gagal sebelum itu tidak disimpan: mohon ulangi.',
    textsHeld: (since) =>
      `Tidak ada SMS terkirim sejak ${since}. Untuk sementara, panggil nama tamu; antrean berjalan seperti biasa.`,
    databaseAway: (since) =>
      `Sejak ${since} SMS dan grafik harus menunggu basis data kami: untuk sementara, panggil nama tamu; pendaftaran dan pemanggilan berjalan seperti biasa, dan tidak ada yang hilang.`,
  },
  textCredits: (credits) =>
    `SMS ini memakai ${credits} kredit SMS. SMS berbahasa Arab memakai dua kali lipat, dan negara lain lebih mahal.`,
  textMessage: {
    queued: 'SMS menunggu dikirim',
    sending: 'SMS sedang dikirim',
    sent: 'SMS terkirim',
    delivered: 'SMS diterima',
    held: 'SMS sedang tidak dapat dikirim. Panggil namanya.',
    failed: 'SMS gagal. Panggil namanya.',
    unknown: 'SMS belum dipastikan. Panggil namanya.',
    not_sent: 'Tidak ada SMS terkirim. Panggil namanya.',
    no_sms_credits: 'Kredit SMS habis. Panggil namanya.',
    number_unreachable: 'Nomor ini tidak dapat menerima SMS. Panggil namanya.',
    expired: 'Waktu simpan tempat habis sebelum SMS sempat dikirim.',
    refused: 'SMS ditolak. Panggil namanya.',
    undelivered: 'SMS tidak sampai. Panggil namanya.',
    not_taken: 'SMS tidak dapat dikirim. Panggil namanya.',
    foreign_number: 'Kami belum mengirim SMS ke negara ini: tambahkan di Pengaturan. Panggil namanya.',
    opted_out: 'Tamu ini meminta tidak dikirimi SMS. Panggil namanya.',
    number_limit: 'Nomor ini sudah menerima 3 SMS dalam 24 jam, dari semua bisnis. Panggil namanya.',
    trial_limit: 'Selama uji coba tersedia 50 SMS sehari, dan semuanya sudah terpakai. Panggil namanya.',
    unproven_limit:
      'Ditahan: sebelum nomor telepon Anda diverifikasi, Anda mendapat 3 SMS, dan satu nomor menerima 2 sehari dari semua akun baru. Verifikasi nomor Anda di Akun & keamanan untuk mengirim lebih banyak.',
    unproven_hour:
      'Ditahan: jatah SMS semua akun baru untuk jam ini sudah terpakai. Verifikasi nomor telepon Anda di Akun & keamanan untuk mengirim sekarang.',
    unproven_number:
      'Ditahan: kami tidak mengenali negara nomor telepon Anda, padahal SMS hanya dikirim ke negara itu. Verifikasi nomor telepon Anda di Akun & keamanan untuk mengirim sekarang.',
    hour_limit:
      'Ditahan: jatah SMS semua akun uji coba untuk jam ini sudah terpakai. Pilih paket untuk mengirim sekarang. Panggil namanya.',
    account_hour:
      'Ditahan: pada jam ini Anda mengirim jauh lebih banyak SMS daripada biasanya. Hubungi kami untuk mencabut batas ini. Panggil namanya.',
    country_hour:
      'Ditahan: luar biasa banyak SMS dikirim ke negara ini pada jam ini. Hubungi kami untuk mencabut batas ini. Panggil namanya.',
    trial_country:
      'Selama masa uji coba, SMS hanya dikirim ke negara nomor Anda sendiri. Pilih paket untuk mengirim ke negara lain. Panggil namanya.',
    phone_off: 'Ponselnya mati atau di luar jangkauan. Panggil namanya.',
    blocked: 'Operator seluler memblokir SMS ini. Panggil namanya.',
  },
  texts: {
    heldTitle: 'SMS tidak terkirim',
    heldBody: {
      account: 'Layanan SMS kami sedang menolaknya. Kami sudah tahu dan terus mencoba.',
      away: 'Layanan SMS kami sedang tidak menjawab. Kami terus mencoba.',
    },
    heldHint:
      'Panggil nama tamu sampai pemberitahuan ini hilang. SMS yang terlambat bagi tamunya tidak dikirim dan tidak dikenai biaya.',
    heldSince: (time) => `Sejak ${time}.`,
    stoppedTitle: (until) => `SMS dihentikan sampai ${until}`,
    stopped: {
      unproven_hour: () =>
        'Jatah SMS semua akun baru untuk jam ini sudah terpakai. Verifikasi nomor telepon Anda, dan SMS langsung dikirim.',
      hour_limit: () =>
        'Jatah SMS semua akun uji coba untuk jam ini sudah terpakai. Pilih paket, dan SMS langsung dikirim.',
      account_hour: () =>
        'Pada jam ini bisnis Anda mengirim jauh lebih banyak SMS daripada biasanya, jadi kami menghentikannya untuk berjaga-jaga jika orang lain yang mengirimnya. Jika Anda sendiri yang mengirim, hubungi kami dan batas ini kami cabut.',
      country_hour: (country) =>
        `Pada jam ini semua bisnis bersama-sama mengirim luar biasa banyak SMS ke ${country}. SMS ke negara lain tetap dikirim. Hubungi kami untuk mencabut batas ini.`,
    },
    stoppedHint:
      'Panggil nama tamu sampai saat itu. SMS yang terlambat tidak dikirim dan tidak dikenai biaya.',
    proveNumber: 'Verifikasi nomor Anda',
    choosePlan: 'Pilih paket',
    writeToUs: 'Hubungi kami',
    today: (delivered, sent) => `${delivered} dari ${sent} SMS diterima hari ini`,
  },
  tools: {
    arrived: 'Datang',
    noShow: 'Tidak datang',
    calledAgain: (ago) => `Dipanggil lagi ${ago}`,
    onMyWay: (ago) => `Sudah di jalan, ${ago}`,
    moreTime: 'Minta 5 menit lagi',
    isOnTheWay: (name) => `${name} sudah di jalan.`,
    tookMoreTime: (name, place, count) =>
      `${name} minta 5 menit lagi dan sekarang nomor ${place} dari ${count} dalam antrean.`,
    more: (name) => `Lainnya untuk ${name}`,
    movedTo: (name, place, count) => `${name} sekarang nomor ${place} dari ${count} dalam antrean.`,
    undo: 'Urungkan',
    queueTools: 'Alat antrean',
    pause: joining.pause,
    resume: 'Lanjutkan pendaftaran',
    pausedNote: 'Tamu baru tidak dapat bergabung sendiri. Anda masih dapat menambahkan tamu langsung.',
    pausedDone: joining.paused,
    pausedBody: 'Tamu baru diminta mencoba lagi sebentar lagi.',
    resumedDone: 'Pendaftaran dilanjutkan',
    resumedBody: 'Tamu baru dapat bergabung lagi.',
    pauseFailed: 'Pendaftaran belum dijeda',
    resumeFailed: 'Pendaftaran belum dilanjutkan',
    sound: 'Bunyi untuk tamu baru',
    screenOn: 'Layar tetap menyala',
    search: 'Cari tamu',
  },
  walkIn: {
    open: 'Tambah tamu langsung',
    busy: 'Menambahkan...',
    done: 'Tamu langsung ditambahkan',
    doneBody: (name, place) => `${name} nomor ${place} dalam antrean.`,
    failed: 'Tamu langsung belum ditambahkan',
    noCredits: 'Kredit pelanggan di lokasi ini habis.',
    trialOver: 'Masa uji coba sudah berakhir. Tamu dalam antrean masih dapat dipanggil.',
  },
  shortcuts: {
    title: 'Pintasan papan ketik',
    admit: 'Panggil tamu yang disorot, atau tamu berikutnya',
    remove: 'Keluarkan tamu yang disorot',
    undo: 'Urungkan tindakan terakhir; panggilan hanya jika itu diaktifkan',
    walkIn: 'Tambah tamu langsung',
    move: 'Pindahkan tamu yang disorot ke suatu nomor',
    moveBy: 'Pindahkan tamu yang disorot ke atas atau ke bawah',
    rows: 'Naik dan turun dalam antrean',
    open: 'Buka tamu yang disorot',
    sizes: 'Tampilkan hanya rombongan 1–2, 3–4, 5–6, atau 7+',
    late: 'Tampilkan hanya rombongan yang terlambat',
    search: 'Cari tamu di antrean, yang menuju ke sini, atau yang selesai',
    escape: 'Tutup panel dan simpan ketikan, atau tampilkan seluruh antrean',
    help: 'Tampilkan daftar ini',
    enabled: 'Pakai pintasan ini di perangkat ini',
    close: 'Tutup',
  },
  planBanners: {
    trialTitle: 'Anda sedang dalam uji coba gratis!',
    trialLeft: (leftMs) => `Masa uji coba berakhir dalam: ${countdownInWords(leftMs)}`,
    upgradeNow: 'Tingkatkan sekarang',
    expiredTitle: 'Masa uji coba berakhir',
    expiredBody:
      'Masa uji coba Anda sudah berakhir. Tingkatkan paket untuk terus memakai produk ini dengan fitur lengkap.',
    endedTitle: 'Masa uji coba Anda sudah berakhir',
    endedBody: 'Tingkatkan paket untuk terus memakai produk ini dengan fitur lengkap.',
    overMeans:
      'Tamu baru tidak dapat bergabung sampai Anda memilih paket. Tamu dalam antrean masih dapat dipanggil.',
    upgrade: 'Tingkatkan paket',
    noCreditsTitle: 'Kredit tidak tersedia',
    noCreditsBody: 'Anda tidak punya kredit. Hubungi tim dukungan kami atau tingkatkan paket Anda.',
    changePlan: 'Ganti paket',
    planTitle: (plan) => `Paket ${plan}`,
    planBody: 'Tagihan, metode pembayaran, dan pembatalan ada di penyedia pembayaran kami.',
    manage: 'Kelola langganan',
    portalFailed: 'Portal tagihan tidak dapat dibuka',
  },
  toasts: {
    refreshed: 'Antrean dimuat ulang',
    refreshedBody: 'Data antrean sudah diperbarui.',
    locationAdded: 'Lokasi ditambahkan',
    locationAddedBody: 'Lokasi baru berhasil ditambahkan.',
    locationRemoved: 'Lokasi dihapus',
    locationRemovedBody: 'Lokasi berhasil dihapus.',
    qrGenerated: 'Kode QR dibuat',
    qrGeneratedBody: 'Kode QR antrean Anda berhasil dibuat',
    refreshFailed: 'Gagal memuat ulang',
    addFailed: 'Lokasi belum ditambahkan',
    removeLocationFailed: 'Lokasi belum dihapus',
    tryAgain: 'Silakan coba lagi.',
    error: 'Kesalahan',
    qrFailed: 'Kode QR belum dibuat',
    noUsername: 'Nama pengguna bisnis tidak ditemukan',
    addressRequired: 'Alamat wajib diisi',
    addressRequiredBody: 'Masukkan alamat lokasi.',
    limitReached: 'Batas tercapai',
    limitReachedBody: (max) => `Anda sudah mencapai jumlah lokasi paling banyak (${max}).`,
  },
  unverified: {
    label: 'Alamat email',
    note: 'Konfirmasikan alamat email Anda: buka tautan yang kami kirim.',
    guestsLeft: (left) =>
      left === 0
        ? 'Tidak ada tamu lagi yang dapat datang sampai Anda mengonfirmasi alamat email: buka tautan yang kami kirim.'
        : `${left} tamu lagi dapat datang sampai Anda mengonfirmasi alamat email: buka tautan yang kami kirim.`,
    noGuestsLeftAt: (addresses) =>
      `Sampai saat itu tidak ada tamu lagi yang dapat datang ke ${addresses.join(', ')}.`,
    more: 'Kirim ulang atau ubah',
  },
};
