// Loads the sentences of the language before the pages, as the HTML document from the Worker does.
await import('../../src/client/entries/owner-languages/es.ts');
await import('./in-language.ts');
