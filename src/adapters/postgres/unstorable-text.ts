/** `character_not_in_repertoire` and `untranslatable_character`: errors for a NUL, which Postgres can't store in a text. */
const SQLSTATES: readonly unknown[] = ['22021', '22P05'];

/** Whether Postgres has refused a text because no column can hold it. That is the client's fault. */
export const isUnstorableText = (error: Error & { code?: unknown }): boolean =>
  SQLSTATES.includes(error.code);
