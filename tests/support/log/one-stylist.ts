import type { Names } from '../../../projections/history/fields/fields.ts';

/** The names in a salon with one stylist: histories name nobody, and services by their ids. */
export const ONE_STYLIST: Names = { stylist: () => ({}), service: (id) => id };
