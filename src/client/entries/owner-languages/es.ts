/** The owner's sentences for the app. The app's scripts run after this script. */
import * as catalogue from '../../../shared/copy/es/owner-catalogue.ts';
import { refusalSentences } from '../../../shared/copy/es/owner/refusals.ts';
import { ownerPageIn } from '../../../shared/copy/owner-page.ts';

globalThis.ownerPage = ownerPageIn('es', catalogue, refusalSentences);
