/** Who causes an event, as its metadata keeps it. The customer's name is never in it; the stream says whose it is. */
export type Actor =
  | { readonly kind: 'customer' }
  | { readonly kind: 'admin'; readonly userId: string }
  | { readonly kind: 'system'; readonly process: string };
