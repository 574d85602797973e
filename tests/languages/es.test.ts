// The sentences come before the pages, as in the document that the Worker writes.
await import('../../src/client/entries/owner-languages/es.ts');
await import('./in-language.ts');
