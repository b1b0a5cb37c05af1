/** What the ids have in common that the provider gives to texts, `SM…`: a part of a regular expression. */
export const PROVIDER_ID = '[A-Z]{2}[0-9a-f]{32}';
