/** The one interface to whoever carries texts (decision 25). */

export type TextMessage = {
  /** Our own id: a provider that knows it sends once. */
  id: string;
  to: string;
  body: string;
  /** Epoch milliseconds: not worth delivering after that. */
  expiresAt: number | null;
};

/**
 * - `sent`: the provider took it, and calls it `providerId`.
 * - `refused`: it will never go out; `reason` is the provider's code, for the log.
 * - `later`: nothing was sent; try again.
 * - `unknown`: no answer came. It may have gone out.
 */
export type TextReply =
  | { outcome: 'sent'; providerId: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later' }
  | { outcome: 'unknown' };

export type TextProvider = { send(message: TextMessage): Promise<TextReply> };
