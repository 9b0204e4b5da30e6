/* Sphinx's search, as far as search.js knows it. */
declare const Search: { htmlToText: (html: string, anchor?: string) => string };
