/** The owner's sentences for the app, whose scripts run after this one. */
import { ownerCatalogue, ownerRefusals } from '../../../shared/copy/es/owner-catalogue.ts';
import { ownerPageIn } from '../../../shared/copy/owner-page.ts';

globalThis.ownerPage = ownerPageIn('es', ownerCatalogue, ownerRefusals);
