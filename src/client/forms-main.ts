/** All that a form which the server drew runs before the app takes it over (`main.tsx`). */
import { holdEarlySubmit } from './site/early-submit.ts';
import { discloseMenu } from './ui/header-disclosure.ts';

const header = document.querySelector('header');
if (header) discloseMenu(header);
addEventListener('submit', holdEarlySubmit);
