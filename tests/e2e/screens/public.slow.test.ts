// Slow because it opens every state of each public page, and looks at it with axe.
import { lookAtScreens } from '../support/screens/look-at-screens.ts';
import { PUBLIC_SCREENS } from '../support/screens/public-screens.ts';

lookAtScreens(PUBLIC_SCREENS);
