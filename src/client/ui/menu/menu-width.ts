/** From this width on the head of a page shows its buttons; below it they fold into a menu (`docs/spec.md` section 9). */
export const MOBILE_MENU_MAX_PX = 640;
