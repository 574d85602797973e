// The sentences come before the pages, as in the document that the Worker writes.
await import('../../src/client/entries/owner-languages/id.ts');
await import('./in-language.ts');
