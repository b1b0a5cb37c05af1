export const SETTINGS = '/admin/settings';
/** The pictures of the website. */
export const PICTURES = `${SETTINGS}/pictures`;
export const ACCOUNT = '/admin/account';
