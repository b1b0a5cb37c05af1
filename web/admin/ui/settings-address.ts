export const SETTINGS = '/admin/settings';
export const ACCOUNT = '/admin/account';
