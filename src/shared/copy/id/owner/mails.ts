/** The sentences of the mails to owners and members in Indonesian, which has no plural forms. */
import { product } from '../../../product.ts';
import type { BillingInterval } from '../../../plans.ts';
import type { MailCopy } from '../../en/owner/mails.ts';

const { name } = product;
const unit: Record<BillingInterval, string> = { Monthly: 'bulan', Yearly: 'tahun' };

const asked = 'Kami melakukannya setelah dua orang staf kami setuju, atau dalam 24 jam.';
const stops = 'Bila Anda tidak memintanya, tautan di bawah ini menghentikannya.';
const turned = (word: 'diaktifkan' | 'dinonaktifkan', more = '') => ({
  subject: `Verifikasi dua langkah ${word} untuk ${name}`,
  told: `Verifikasi dua langkah untuk akun ${name} Anda telah ${word}.${more}`,
});
const deleted = (how: string) => ({
  subject: `Akun ${name} Anda telah dihapus`,
  paragraphs: [
    `Akun ${name} Anda telah dihapus${how}, beserta lokasi, antrean, dan riwayatnya.`,
    'Bila ini bukan Anda, segera balas email ini.',
  ],
});
const linkNote = (hours: number) =>
  `Tautan ini berlaku untuk satu kali pemakaian dan kedaluwarsa dalam ${hours} jam. Bila Anda memintanya lebih dari sekali, hanya tautan terbaru yang berlaku.`;

export const mailCopy: MailCopy = {
  language: 'id',
  locale: 'id-ID',
  greeting: 'Halo,',
  moment: (when, timezone) => `${when} (waktu ${timezone})`,
  account: {
    verify: (hours) => ({
      subject: `Konfirmasikan alamat email Anda untuk ${name}`,
      paragraphs: [`Mohon konfirmasikan bahwa ini alamat email akun ${name} Anda.`],
      button: 'Konfirmasikan alamat ini',
      notes: [linkNote(hours), 'Bila Anda tidak punya akun pada kami, Anda tidak perlu melakukan apa pun.'],
    }),
    reset: (hours) => ({
      subject: `Atur ulang kata sandi ${name} Anda`,
      paragraphs: [`Seseorang meminta kata sandi akun ${name} Anda diatur ulang.`],
      button: 'Pilih kata sandi baru',
      notes: [
        linkNote(hours),
        'Bila ini bukan Anda, Anda tidak perlu melakukan apa pun: kata sandi Anda tidak berubah.',
      ],
    }),
    logInLink: {
      subject: `Masuk ke ${name} lewat tautan ini`,
      paragraphs: [
        `Seseorang berkali-kali memasukkan kata sandi atau kode yang salah untuk akun ${name} Anda, sehingga kami tidak menerima percobaan lagi dari perangkat yang tidak kami kenal.`,
        'Bila Anda ingin masuk sekarang, buka tautan ini. Kata sandi Anda tetap diperlukan.',
      ],
      button: 'Masuk',
      notes: [
        'Tautan ini berlaku selama 2 jam. Jangan berikan kepada orang lain.',
        'Bila Anda tidak mencoba masuk, Anda tidak perlu melakukan apa pun: tidak ada yang berhasil masuk.',
      ],
    },
    addressInUse: {
      subject: `Alamat email ini sudah punya akun ${name}`,
      paragraphs: [
        `Seseorang meminta memakai alamat email ini untuk akun ${name} kedua. Satu alamat hanya bisa dimiliki satu akun, jadi tidak ada yang diubah.`,
        'Bila ini bukan Anda, Anda tidak perlu melakukan apa pun.',
      ],
    },
    idle: (day) => ({
      subject: `Akun ${name} Anda akan dihapus pada ${day}`,
      paragraphs: [
        `Sudah 11 bulan tidak ada yang masuk ke akun ${name} Anda, dan selama itu tidak ada tamu yang datang. Kami tidak menyimpan akun yang tidak dipakai siapa pun: pada ${day} kami menghapusnya beserta lokasi, antrean, dan riwayatnya.`,
        'Bila Anda ingin mempertahankannya, masuklah sebelum hari itu. Tidak ada hal lain yang perlu dilakukan.',
      ],
      button: 'Masuk',
      notes: ['Bila Anda tidak lagi memerlukan akun ini, Anda tidak perlu melakukan apa pun.'],
    }),
    deleted: {
      owner: deleted(''),
      us: deleted(' oleh kami, karena seseorang memintanya kepada kami'),
      idle: deleted(' oleh kami, karena tidak ada yang memakainya selama setahun'),
    },
    guestErasure: {
      subject: `Seorang tamu meminta datanya dihapus dari ${name}`,
      paragraphs: [
        `Kami diminta menghapus semua yang diketahui lokasi-lokasi Anda tentang seorang tamu. ${asked}`,
      ],
      notes: ['Anda tidak perlu melakukan apa pun.'],
    },
  },
  warnings: {
    emailChangeAsked: {
      subject: `Alamat email ${name} Anda akan berubah`,
      told: `Seseorang yang sedang masuk ke akun ${name} Anda meminta alamat emailnya diubah. Alamat berubah setelah alamat yang baru dikonfirmasi.`,
    },
    emailChanged: {
      subject: `Alamat email ${name} Anda telah diubah`,
      told: `Alamat email akun ${name} Anda telah diubah. Mulai sekarang kami menulis ke alamat yang baru.`,
    },
    passwordReset: {
      subject: `Kata sandi ${name} Anda telah diatur ulang`,
      told: `Kata sandi baru untuk akun ${name} Anda telah dipilih lewat tautan dari email. Semua perangkat telah dikeluarkan.`,
    },
    passwordChanged: {
      subject: `Kata sandi ${name} Anda telah diubah`,
      told: `Kata sandi akun ${name} Anda telah diubah. Semua perangkat lain telah dikeluarkan.`,
    },
    newDevice: (by, device) => ({
      subject: `Login baru ke akun ${name} Anda`,
      told: `Seseorang masuk ke akun ${name} Anda dengan ${by === 'password' ? 'kata sandi' : 'kunci sandi'} Anda, dari perangkat yang belum pernah dipakai: ${device?.replace(' on ', ' di ') ?? 'perangkat tak dikenal'}.`,
    }),
    wrongCodes: {
      subject: `Kode login salah untuk akun ${name} Anda`,
      told: `Seseorang memasukkan kata sandi akun ${name} Anda, lalu kode yang salah. Tidak ada yang berhasil masuk dengannya.`,
    },
    secondStep: {
      on: turned('diaktifkan'),
      off: turned('dinonaktifkan', ' Bila ini bukan Anda, tautan di bawah ini mengaktifkannya lagi.'),
      off_by_reset: turned('dinonaktifkan'),
    },
    passkey: {
      added: {
        subject: `Kunci sandi ditambahkan di ${name}`,
        told: `Sebuah kunci sandi ditambahkan ke akun ${name} Anda. Akun ini bisa dibuka dengannya, tanpa kata sandi.`,
      },
      removed: {
        subject: `Kunci sandi dihapus di ${name}`,
        told: `Sebuah kunci sandi akun ${name} Anda telah dihapus. Bila ini bukan Anda, tautan di bawah ini mengembalikannya.`,
      },
    },
    recoveryCodes: {
      used: {
        subject: `Kode pemulihan akun ${name} Anda`,
        told: `Sebuah kode pemulihan dipakai sebagai pengganti langkah kedua akun ${name} Anda.`,
      },
      renewed: {
        subject: `Kode pemulihan akun ${name} Anda`,
        told: `Kode pemulihan baru telah dibuat untuk akun ${name} Anda. Kode yang lama tidak berlaku lagi.`,
      },
    },
    deletionCode: (code) => ({
      subject: `Kode untuk menghapus akun ${name} Anda`,
      told: `Seseorang yang sedang masuk ke akun ${name} Anda meminta akun itu dihapus, beserta lokasi, antrean, dan riwayatnya. Tidak ada yang dihapus tanpa kode ini: ${code}`,
      ifItWasYou: 'Bila ini memang Anda, ketik kodenya dalam 15 menit.',
    }),
    handOverCode: (code) => ({
      subject: `Kode untuk menyerahkan bisnis Anda di ${name}`,
      told: `Seseorang yang sedang masuk ke akun ${name} Anda meminta agar anggota lain menjadi pemilik bisnis Anda, beserta paket dan riwayatnya. Tidak ada yang diserahkan tanpa kode ini: ${code}`,
      ifItWasYou: 'Bila ini memang Anda, ketik kodenya dalam 15 menit.',
    }),
    asked: {
      export: {
        subject: `Kami diminta mengekspor akun ${name} Anda`,
        told: `Kami diminta menyalin semua data akun ${name} Anda ke dalam file, untuk dipindahkan atau disimpan. ${asked} ${stops}`,
      },
      account: {
        subject: `Kami diminta menghapus akun ${name} Anda`,
        told: `Kami diminta menghapus akun ${name} Anda, beserta lokasi, antrean, dan riwayatnya. ${asked} ${stops}`,
      },
    },
    ownershipOffered: {
      subject: `Kepemilikan bisnis Anda di ${name} ditawarkan kepada seorang anggota`,
      told: `Seseorang yang sedang masuk ke akun ${name} Anda menawarkan kepemilikan bisnis Anda kepada seorang anggota timnya. Kepemilikan berpindah setelah anggota itu mengonfirmasinya.`,
    },
    handedOver: {
      subject: `Bisnis Anda di ${name} punya pemilik baru`,
      told: `Anggota itu sudah mengonfirmasi: kepemilikan bisnis Anda di ${name} sudah berpindah. Sekarang Anda manajer, dan harus masuk lagi.`,
      more: [
        'Paket masih dibayar dengan metode pembayaran Anda sampai pemilik baru memasukkan yang lain.',
        `Tautan di bawah mengeluarkan semua perangkat dari akun Anda, tetapi tidak mengembalikan bisnis: jika ini bukan Anda, segera tulis ke ${product.supportEmail}.`,
      ],
    },
    invited: {
      subject: `Seseorang diundang ke tim Anda di ${name}`,
      told: `Seseorang yang masuk ke akun ${name} Anda mengundang orang ke tim bisnis Anda. Jika ini bukan Anda, tautan di bawah membatalkannya, juga jika orang itu sudah bergabung.`,
    },
    roleChanged: {
      subject: `Sebuah peran dalam tim Anda di ${name} diubah`,
      told: `Seseorang yang masuk ke akun ${name} Anda memberi seorang anggota tim Anda peran lain, atau lokasi lain. Jika ini bukan Anda, buka tautan di bawah, lalu periksa halaman “Tim”.`,
    },
    deviceSetUp: {
      subject: `Sebuah tablet disiapkan untuk tim Anda di ${name}`,
      told: `Sebuah tablet disiapkan dengan kode yang dibuat oleh seseorang yang masuk ke akun ${name} Anda. Anggota membukanya dengan PIN masing-masing. Jika ini bukan Anda, tautan di bawah mencabut tablet itu.`,
    },
    pinSet: {
      subject: `PIN Anda untuk tablet ${name} diatur`,
      told: `Seseorang yang masuk ke akun ${name} Anda, dan memiliki kata sandinya, mengatur sebuah PIN. Dengan PIN itu, tablet tim terbuka atas nama Anda. Jika ini bukan Anda, tautan di bawah menghapus PIN itu.`,
    },
    ifItWasYou: 'Bila ini memang Anda, Anda tidak perlu melakukan apa pun.',
    button: 'Ini bukan saya',
    note: 'Tautan ini berlaku selama 72 jam. Tautan ini mengeluarkan semua perangkat, membatalkan kata sandi, serta mencabut verifikasi dua langkah, kunci sandi, dan tablet yang ditambahkan dalam 72 jam terakhir, beserta undangan dari masa itu dan orang yang bergabung lewat undangan itu. Setelah itu, hanya orang yang membaca kotak surat ini yang bisa memilih kata sandi baru. Selama 72 jam tidak ada yang bisa mengubah alamat email, verifikasi dua langkah, atau kunci sandi, maupun menghapus akun.',
  },
  team: {
    invitation: {
      subject: `Anda diundang ke sebuah tim di ${name}`,
      paragraphs: [
        `Seseorang mengundang Anda ke tim sebuah bisnis di ${name}. Buka tautannya untuk melihat siapa yang mengundang, dan untuk bergabung.`,
      ],
      button: 'Lihat undangan',
      notes: [
        'Tautan ini berlaku untuk satu kali pemakaian dan kedaluwarsa dalam 7 hari. Bila Anda diundang lebih dari sekali, hanya tautan terbaru yang berlaku.',
        'Bila Anda tidak tahu mengapa menerima email ini, Anda tidak perlu melakukan apa pun.',
      ],
    },
    removed: {
      subject: `Anda telah keluar dari sebuah tim di ${name}`,
      paragraphs: [
        `Anda bukan lagi anggota tim sebuah bisnis di ${name}. Semua perangkat telah dikeluarkan dari bisnis itu. Akun yang tidak termasuk dalam bisnis mana pun akan dihapus.`,
      ],
    },
    offer: {
      subject: `Anda ditawari kepemilikan sebuah bisnis di ${name}`,
      paragraphs: [
        `Pemilik sebuah bisnis di ${name} menawarkan kepemilikannya kepada Anda, beserta paket dan pembayarannya. Anda bisa mengonfirmasinya di halaman “Tim” dalam 7 hari, dengan kata sandi Anda.`,
      ],
      button: 'Buka tim',
      notes: [
        'Bila Anda tidak menginginkannya, Anda tidak perlu melakukan apa pun: tidak ada yang berubah tanpa Anda.',
      ],
    },
  },
  billing: {
    paymentFailed: (plan, moment, isOver) => ({
      subject: `Pembayaran paket ${name} Anda gagal`,
      paragraphs: [
        `Pembayaran paket ${plan} untuk akun ${name} Anda tidak berhasil.`,
        isOver
          ? `Kredit Anda ditahan sejak ${moment}: tidak ada yang bisa bergabung ke antrean Anda sampai pembayaran dilakukan. Tamu yang sedang mengantre tetap bisa dipanggil.`
          : `Kredit Anda tetap ada sampai ${moment}. Sejak itu tidak ada yang bisa bergabung ke antrean Anda sampai pembayaran dilakukan. Tamu yang saat itu sedang mengantre tetap bisa dipanggil.`,
      ],
      button: 'Perbarui metode pembayaran',
      notes: ['Bila Anda sudah membayar sejak itu, Anda tidak perlu melakukan apa pun.'],
    }),
    planChanged: (plan) => ({
      subject: `Paket ${name} Anda sekarang ${plan}`,
      paragraphs: [`Terima kasih. Mulai sekarang akun ${name} Anda memakai paket ${plan}.`],
      button: 'Buka pengaturan',
      notes: ['Bila ini bukan Anda, segera balas email ini.'],
    }),
    facts: {
      plan: 'Paket',
      planPrice: (plan, usd, interval) => `${plan}, $${usd}/${unit[interval]}`,
      included: 'Termasuk',
      locations: (n) => `${n} lokasi`,
      perLocation: 'SMS dan pelanggan untuk setiap lokasi',
      credits: (sms, customers) => `${sms} SMS per bulan, ${customers} pelanggan per bulan`,
      endsOn: 'Berakhir pada',
      paidUntil: 'Dibayar sampai',
    },
    paidTwice: {
      subject: `Akun ${name} Anda dibayar dua kali`,
      paragraphs: [
        `Dua langganan untuk akun ${name} Anda sedang dibayar. Hanya yang pertama yang berlaku.`,
        'Kami juga sudah mengetahuinya: kami mengakhiri yang kedua dan mengembalikan biayanya. Anda tidak perlu melakukan apa pun.',
      ],
      notes: ['Bila dalam tiga hari kerja Anda belum mendengar dari kami, balas email ini.'],
    },
    trialEnds: {
      inDays: (days) => `Masa uji coba ${name} Anda berakhir dalam ${days} hari`,
      today: `Masa uji coba ${name} Anda berakhir hari ini`,
      tomorrow: `Masa uji coba ${name} Anda berakhir besok`,
      words: (moment) => ({
        paragraphs: [
          `Uji coba gratis akun ${name} Anda berakhir pada ${moment}.`,
          'Sejak itu tidak ada yang bisa bergabung ke antrean Anda sampai Anda memilih paket. Tamu yang saat itu sedang mengantre tetap bisa dipanggil.',
        ],
        button: 'Pilih paket',
        notes: ['Bila Anda tidak ingin melanjutkan, Anda tidak perlu melakukan apa pun: tidak ada tagihan.'],
      }),
    },
  },
};
