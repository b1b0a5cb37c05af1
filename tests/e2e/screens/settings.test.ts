import { lookAtScreens } from '../support/screens/look-at-screens.ts';

lookAtScreens('settings');
