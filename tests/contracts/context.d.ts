/** The URL of the mock server with the provider's schema (`global-set-up.ts`). */
export type TwilioUrl = string;

declare module 'vitest' {
  interface ProvidedContext {
    twilioUrl: TwilioUrl;
  }
}
