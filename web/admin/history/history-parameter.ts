/** In the address while a history is open, so that it can be shared. Closing the thing removes it. */
export const HISTORY_PARAMETER = 'history';
