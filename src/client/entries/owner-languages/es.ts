/** The owner's sentences for the app, whose scripts run after this one. */
import { ownerCatalogue, ownerRefusals } from '../../../shared/copy/es/owner-catalogue.ts';

globalThis.ownerPage = { language: 'es', catalogue: ownerCatalogue, refusals: ownerRefusals };
