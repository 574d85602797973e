// Loads the sentences before the pages, as the Worker's document does.
await import('../../src/client/entries/owner-languages/es.ts');
await import('./in-language.ts');
