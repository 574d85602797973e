/** Devices at the door, in the page's language. */
import { devicesCopy as english } from '../en/owner/devices.ts';
import { inPageLanguage } from '../page-language.ts';

export const devicesCopy = inPageLanguage('devicesCopy', english);
