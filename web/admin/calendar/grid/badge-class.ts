export const badgeClass =
  'inline-flex items-center rounded-full bg-bad-tint px-2 text-xs font-medium whitespace-nowrap text-bad';
