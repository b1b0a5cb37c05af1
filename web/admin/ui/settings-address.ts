export const SETTINGS = '/admin/settings';
/** The opening hours of every week. */
export const WEEKLY_HOURS = `${SETTINGS}/hours`;
/** The stylists. */
export const TEAM = '/admin/team';
/** The people who may sign in, with their roles. */
export const PEOPLE = '/admin/people';
/** The pictures of the website. */
export const OWN_PICTURES = `${SETTINGS}/pictures`;
/** How the service itself is doing. */
export const SYSTEM = `${SETTINGS}/system`;
/** How other programs reach the service, and it them. */
export const CONNECTIONS = `${SETTINGS}/connections`;
/** The page with the keys for texts and mails. */
export const SENDING = `${SETTINGS}/sending`;
export const ACCOUNT = '/admin/account';
