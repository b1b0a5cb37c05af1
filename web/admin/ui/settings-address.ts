export const SETTINGS = '/admin/settings';
/** The pictures of the website. */
export const OWN_PICTURES = `${SETTINGS}/pictures`;
export const ACCOUNT = '/admin/account';
