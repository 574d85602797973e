/** Whether the address is a page of the payment provider. In development the provider's page has our own origin. */
export function isProviderPage(address: string): boolean {
  const { origin, protocol, hostname } = new URL(address);
  const isStripe = protocol === 'https:' && /(^|\.)stripe\.com$/.test(hostname);
  return isStripe || origin === window.location.origin;
}

/** Opens a page of the payment provider in this tab. Throws an error with an empty message for any other address. */
export function goToProvider(address: string): void {
  if (!isProviderPage(address)) throw new Error('');
  window.location.assign(address);
}
