/** `Text and mail`: the words with a capital letter, as they begin a sentence or a label. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
