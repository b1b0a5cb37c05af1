/** The instant of a column as the contracts have it: Postgres writes it in JSON with the offset of the session's zone. */
export const isoInstant = (column: string): string => new Date(column).toISOString();
