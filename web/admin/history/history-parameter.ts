/** In the address, while a history is open: so it can be sent to somebody. Whatever closes the thing takes it away. */
export const HISTORY_PARAMETER = 'history';
