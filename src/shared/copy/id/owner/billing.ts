/** Billing pages in Indonesian. Prices are in US dollars, as in English. */
import type { BillingInterval } from '../../../plans.ts';
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { countdownInWords } from '../durations.ts';

/** The period that a price pays for. */
const unit: Record<BillingInterval, string> = { Monthly: 'bulan', Yearly: 'tahun' };

const price = (usd: number, interval: BillingInterval) => `$${usd}/${unit[interval]}`;

export const billingCopy: OwnerCatalogue['billingCopy'] = {
  payments: {
    title: 'Pilih paket Anda',
    subtitle: 'Batalkan kapan saja. Antrean, kode QR, dan pengaturan Anda tetap sama.',
    interval: 'Penagihan',
    intervals: { Monthly: 'Bulanan', Yearly: 'Tahunan' },
    plans: 'Paket',
    price,
    saves: (usd) => `Hemat $${usd}`,
    mostPopular: 'Paling populer',
    currentPlan: 'Paket saat ini',
    locations: (n) => `${n} lokasi`,
    customers: (n) => `${n} pelanggan per bulan`,
    sms: (n) => `${n} SMS per bulan`,
    perLocation: 'SMS dan pelanggan untuk setiap lokasi',
    textsAbroad: (low, high) =>
      `Satu pesan di dalam negara Anda memakai satu SMS. Ke negara lain memakai ${low} sampai ${high}, seperti tertera di Pengaturan untuk setiap negara.`,
    custom: 'Khusus',
    customBody: 'Perlu lebih banyak lokasi, pelanggan, atau SMS?',
    contactSales: 'Hubungi penjualan',
    paidAlready: (plan) => `Anda sudah membayar ${plan}.`,
    changePlan: 'Ganti paket',
    summary: 'Pesanan Anda',
    startsNow:
      'Paket Anda mulai begitu Anda membayar, dan masa satu bulan atau satu tahunnya dihitung sejak hari itu.',
    trialDaysLeft: (days) =>
      days === 1
        ? 'Saat itu masa uji coba Anda berakhir; hari terakhirnya tidak ditambahkan.'
        : `Saat itu masa uji coba Anda berakhir; sisa ${days} harinya tidak ditambahkan.`,
    trialOver: 'Setelah itu tamu baru dapat bergabung lagi.',
    freshCredits:
      'Setiap lokasi mulai dengan kredit dari paket. Kredit diperbarui setiap bulan; kredit yang tidak terpakai tidak ditambahkan.',
    plan: 'Paket',
    noPlan: 'Belum dipilih',
    total: 'Total',
    paymentMethod: 'Metode pembayaran',
    creditCard: 'Kartu kredit',
    methodHint: 'Anda memasukkan data kartu di halaman berikutnya, di penyedia pembayaran kami.',
    terms: {
      agree: 'Saya menyetujui',
      terms: 'Ketentuan Layanan',
      and: 'dan',
      policy: 'Kebijakan Privasi',
    },
    checkout: 'Bayar',
    busy: 'Memproses...',
    planRequired: 'Paket wajib dipilih',
    planRequiredBody: 'Pilih paket untuk melanjutkan.',
    termsRequired: 'Ketentuan wajib disetujui',
    termsRequiredBody: 'Setujui syarat dan ketentuan untuk melanjutkan.',
    noSession: 'Kesalahan sesi',
    noSessionBody: 'Kami tidak menemukan akun Anda. Silakan masuk lagi.',
    alreadySelected: 'Paket sudah dipilih',
    alreadySelectedBody: (plan) =>
      `Anda sudah memakai paket ${plan}. Gunakan halaman ganti paket untuk mengubah langganan Anda.`,
    failed: 'Pembayaran gagal',
    failedBody: 'Pembayaran tidak dapat dimulai. Silakan coba lagi.',
  },
  failed: {
    title: 'Pembayaran terakhir Anda gagal',
    body: (until) => `Kredit Anda tetap ada sampai ${until}. Perbarui metode pembayaran Anda sebelum itu.`,
    overBody: 'Kredit Anda ditahan sampai pembayaran dilakukan. Perbarui metode pembayaran Anda.',
    action: 'Perbarui metode pembayaran',
  },
  planChange: {
    title: 'Ganti paket Anda',
    back: 'Kembali ke dasbor',
    summary: 'Perubahan Anda',
    from: 'Sekarang',
    to: 'Paket baru',
    notChosen: 'Belum dipilih',
    chooseFirst:
      'Pilih paket untuk melihat apa yang terjadi dengan hari-hari yang sudah Anda bayar. Tidak ada yang berubah sebelum Anda mengonfirmasi.',
    upgradeNote: (usd, interval) =>
      `Anda membayar $${usd} hari ini, dikurangi sisa ${unit[interval]} berjalan yang belum terpakai. Mulai hari ini dihitung ${unit[interval]} yang baru. Paket Anda berganti begitu jumlah itu dibayar.`,
    backNote: (plan, interval) =>
      `${plan} sudah dibayar untuk ${unit[interval]} ini: hari ini Anda tidak membayar apa pun.`,
    downgradeNote: (usd, interval) =>
      `Paket Anda berganti hari ini, juga untuk sisa ${unit[interval]} berjalan, tanpa pengembalian uang. Mulai pembayaran berikutnya Anda membayar ${price(usd, interval)}.`,
    keepsAtMost: (sms, customers) =>
      `Dari sisa kredit bulan ini, setiap lokasi menyimpan paling banyak ${sms} SMS dan ${customers} pelanggan.`,
    yearly: (saved) => `Anda membayar per tahun, sehingga hemat $${saved} dengan paket ini.`,
    update: 'Perbarui penagihan',
    busy: 'Memperbarui...',
    confirmTitle: 'Konfirmasi ganti paket',
    confirmBody: (plan) =>
      `Yakin ingin mengganti paket Anda menjadi ${plan}? Penagihan dan kredit Anda langsung diperbarui.`,
    cancel: 'Batal',
    confirm: 'Konfirmasi',
    pendingTitle: (plan) => `${plan} menunggu pembayaran Anda`,
    pendingBody: (leftMs) =>
      `Belum ada yang berubah. Tanpa pembayaran, perubahan ini dibatalkan dalam: ${countdownInWords(leftMs)}`,
    payNow: 'Bayar sekarang',
    planRequired: 'Paket wajib dipilih',
    planRequiredBody: 'Pilih paket untuk melanjutkan.',
    alreadySelected: 'Paket sudah dipilih',
    alreadySelectedBody: (plan) => `Anda sudah memakai paket ${plan}.`,
    changed: 'Paket berhasil diganti!',
    changedBody: (plan) =>
      `Paket Anda diganti menjadi ${plan}. Kredit sudah diperbarui dan penagihan disesuaikan otomatis.`,
    failed: 'Paket belum diganti',
    failedBody: 'Penggantian paket Anda tidak dapat diproses. Silakan coba lagi.',
    onTrial: 'Pilih paket dulu',
    onTrialBody: 'Anda sedang dalam uji coba gratis: beli paket Anda di sini.',
    ended: 'Langganan Anda sudah berakhir',
    endedBody: 'Pilih paket Anda di sini untuk melanjutkan.',
    removeFirst: (tooMany, plan, allowed) =>
      `${plan} mencakup ${allowed} lokasi. Hapus ${tooMany} lokasi lebih dulu.`,
  },
  success: {
    title: 'Pembayaran berhasil!',
    yourPlan: 'paket pilihan Anda',
    thanks: (plan) => `Terima kasih telah berlangganan ${plan}.`,
    waiting: 'Menunggu konfirmasi pembayaran Anda. Ini perlu beberapa detik.',
    confirmed: (plan) => `Dikonfirmasi: akun Anda memakai paket ${plan}.`,
    next: 'Selanjutnya',
    steps: [
      'Akun Anda sudah ditingkatkan',
      'Anda dapat memakai semua fitur premium',
      'Masa penagihan Anda sudah dimulai',
      'Email konfirmasi segera Anda terima',
    ],
    session: 'ID sesi',
    toDashboard: 'Ke dasbor',
    redirect: (seconds) => `Anda akan dibawa ke dasbor dalam ${seconds} detik.`,
  },
};
