/** Part of a regular expression: the format of the ids that the provider gives to text messages, such as `SM…`. */
export const PROVIDER_ID = '[A-Z]{2}[0-9a-f]{32}';
