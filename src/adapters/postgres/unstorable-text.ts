/** `character_not_in_repertoire` and `untranslatable_character`: of a NUL, which Postgres keeps in no text. */
const SQLSTATES: readonly unknown[] = ['22021', '22P05'];

/** Whether Postgres has refused a text that no column can hold: the fault of whoever sent it. */
export const isUnstorableText = (error: Error & { code?: unknown }): boolean =>
  SQLSTATES.includes(error.code);
