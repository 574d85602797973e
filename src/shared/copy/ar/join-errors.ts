/** Error messages about a party in Arabic, for owners who add a walk-in. `guest.ts` has the guests' messages. */
import type { OwnerCatalogue } from '../owner-catalogue.ts';

export const joinErrors: OwnerCatalogue['joinErrors'] = {
  locationRequired: 'الفرع مطلوب',
  firstNameRequired: 'الاسم الأول مطلوب',
  lastNameRequired: 'اسم العائلة مطلوب',
  numGuestsTooFew: 'يجب ألا يقل عدد الضيوف عن 1',
  numGuestsTooMany: (max) => `يجب ألا يزيد عدد الضيوف على ${max}`,
  tooLong: (max) => `الحد الأقصى ${max} حرفًا`,
  preferenceRequired: 'اختر طريقة الانتظار',
  phoneRequired: 'رقم الهاتف مطلوب للانتظار في أي مكان',
  phoneRequiredToSwitch: 'رقم الهاتف مطلوب للتحويل إلى الانتظار في أي مكان',
};
