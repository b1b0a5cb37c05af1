import { lookAtScreens } from '../support/look-at-screens.ts';

lookAtScreens('messages');
