/** Goes to a page of the payment provider, or to our own one in development. Throws for any other address. */
export function goToProvider(address: string): void {
  const { origin, protocol, hostname } = new URL(address);
  const isStripe = protocol === 'https:' && /(^|\.)stripe\.com$/.test(hostname);
  if (origin !== window.location.origin && !isStripe) throw new Error('This is no page of the provider.');
  window.location.assign(address);
}
