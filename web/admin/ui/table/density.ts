import { rememberedChoice } from '../remembered-choice.ts';

const COMPACT = 'compact';
const rows = rememberedChoice('rows');

/** Whether tables have rows of 36 px instead of 44. This browser remembers the choice. */
export const useCompactRows = (): boolean => rows.useCurrent() === COMPACT;

export const chooseCompactRows = (isCompact: boolean): void => rows.choose(isCompact ? COMPACT : 'roomy');
