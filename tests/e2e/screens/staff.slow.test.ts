// Slow because it opens every state of each screen of staff, in the dark too, and looks at it with axe.
import { lookAtScreens } from '../support/screens/look-at-screens.ts';
import { STAFF_SCREENS } from '../support/screens/screens.ts';

lookAtScreens(STAFF_SCREENS, { inTheDark: true });
