export const SETTINGS = '/admin/settings';
/** The pictures of the website. */
export const OWN_PICTURES = `${SETTINGS}/pictures`;
/** What texts and mails are sent with. */
export const SENDING = `${SETTINGS}/sending`;
export const ACCOUNT = '/admin/account';
