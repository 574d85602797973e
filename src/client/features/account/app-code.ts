/** How large the code is shown: readable from a laptop's screen at arm's length. */
export const QR_PX = 208;

/**
 * The QR code that an authenticator app reads, as a data URL. Undefined where the encoder could not be loaded: the key
 * beside the picture says the same. The encoder is loaded here: hardly any visit needs it.
 */
export async function drawAppCode(uri: string): Promise<string | undefined> {
  try {
    const { toDataURL } = await import('qrcode');
    return await toDataURL(uri, { width: 2 * QR_PX, margin: 2, errorCorrectionLevel: 'M' });
  } catch {
    // Nothing is lost: see above.
    return undefined;
  }
}
