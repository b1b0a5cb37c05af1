/** The address parameter of an open history, so that it can be shared. Closing what it is about removes it. */
export const HISTORY_PARAMETER = 'history';
