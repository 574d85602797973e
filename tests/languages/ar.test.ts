// The sentences come before the pages, as in the document that the Worker writes.
await import('../../src/client/entries/owner-languages/ar.ts');
await import('./in-language.ts');
