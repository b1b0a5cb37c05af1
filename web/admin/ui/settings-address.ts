export const SETTINGS = '/admin/settings';
/** The pictures of the website. */
export const OWN_PICTURES = `${SETTINGS}/pictures`;
/** How the service itself is doing. */
export const SYSTEM = `${SETTINGS}/system`;
/** What texts and mails are sent with. */
export const SENDING = `${SETTINGS}/sending`;
export const ACCOUNT = '/admin/account';
