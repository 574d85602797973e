/** Labels of the two waiting modes in Indonesian. */
export const ways = { onPremises: 'Tetap di Tempat', waitAnywhere: 'Tunggu di Mana Saja' };
