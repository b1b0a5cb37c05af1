/** Who caused an event, in its metadata. Never a customer's name: whose booking it is follows from the stream. */
export type Actor =
  | { readonly kind: 'customer' }
  | { readonly kind: 'admin'; readonly userId: string }
  | { readonly kind: 'system'; readonly process: string };
