/** Error messages about a party in Spanish, for owners who add a walk-in. `guest.ts` has the guests' messages. */
import type { OwnerCatalogue } from '../owner-catalogue.ts';

export const joinErrors: OwnerCatalogue['joinErrors'] = {
  locationRequired: 'El local es obligatorio',
  firstNameRequired: 'El nombre es obligatorio',
  lastNameRequired: 'El apellido es obligatorio',
  numGuestsTooFew: 'El número de personas debe ser al menos 1',
  numGuestsTooMany: (max) => `El número de personas debe ser como máximo ${max}`,
  tooLong: (max) => `Use como máximo ${max} caracteres`,
  preferenceRequired: 'Elija una forma de esperar',
  phoneRequired: 'El teléfono es obligatorio para Esperar donde quiera',
  phoneRequiredToSwitch: 'El teléfono es obligatorio para cambiar a Esperar donde quiera',
};
