/** Links of the header, apart from the button that leads to the wizard. */
export const MAIN_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/services', label: 'Services' },
  { to: '/gallery', label: 'Gallery' },
] as const;
