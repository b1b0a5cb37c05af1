import { Salon } from '../../../src/contracts/salon.ts';
import { requestJson } from '../../api.ts';

/** Who the salon is and when it is open. */
export const fetchSalon = (signal: AbortSignal) => requestJson(Salon, '/api/salon', { signal });
