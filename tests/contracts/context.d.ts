/** Where the provider's schema is served (`global-set-up.ts`). */
export type TwilioUrl = string;

declare module 'vitest' {
  interface ProvidedContext {
    twilioUrl: TwilioUrl;
  }
}
