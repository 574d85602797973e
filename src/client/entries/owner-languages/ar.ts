/** The owner's sentences for the app, whose scripts run after this one. */
import { ownerCatalogue, ownerRefusals } from '../../../shared/copy/ar/owner-catalogue.ts';

globalThis.ownerPage = { language: 'ar', catalogue: ownerCatalogue, refusals: ownerRefusals };
