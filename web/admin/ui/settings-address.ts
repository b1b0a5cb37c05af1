export const SETTINGS = '/admin/settings';
export const ACCOUNT = '/admin/account';

/** Whether an address is one of the settings' pages. */
export const isSettingsPage = (pathname: string): boolean =>
  pathname === ACCOUNT || pathname === SETTINGS || pathname.startsWith(`${SETTINGS}/`);
