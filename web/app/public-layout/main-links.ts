/** Where the header leads, beside the wizard. */
export const MAIN_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/services', label: 'Services' },
  { to: '/gallery', label: 'Gallery' },
] as const;
