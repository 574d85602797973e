/** The owner's sentences for the app, whose scripts run after this one. */
import { ownerCatalogue, ownerRefusals } from '../../../shared/copy/id/owner-catalogue.ts';

globalThis.ownerPage = { language: 'id', catalogue: ownerCatalogue, refusals: ownerRefusals };
