import { rememberedChoice, useRememberedChoice } from '../remembered-choice.ts';

const COMPACT = 'compact';
const choice = rememberedChoice('rows');

const choose = (compact: boolean): void => choice.choose(compact ? COMPACT : 'roomy');

/** Whether tables have rows of 36 px instead of 44. This browser remembers the choice. */
export const useDensity = () => ({ isCompact: useRememberedChoice(choice) === COMPACT, choose });
