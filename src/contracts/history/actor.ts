/** Who caused an event, as its metadata say. It never has a customer's name: the stream tells whose booking it is. */
export type Actor =
  | { readonly kind: 'customer' }
  | { readonly kind: 'admin'; readonly userId: string }
  | { readonly kind: 'system'; readonly process: string };
