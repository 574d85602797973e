/** Icons on a 24 px grid with a 2 px line. Icons that guests never see are in `owner-icon.tsx`. */
const paths = {
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7.5V12l3 2',
  bell: 'M6 16v-5.5a6 6 0 0 1 12 0V16l1.5 2h-15zM10 21h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  exit: 'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10M16.5 8.5 20 12l-3.5 3.5',
  cross: 'M6 6l12 12M18 6 6 18',
  warning: 'M12 9v4.5M12 17v.01M12 3.5 2.5 20h19z',
  'wifi-off': 'M2.5 9a14 14 0 0 1 4.3-2.8M10 5.2A14 14 0 0 1 21.5 9M5.6 12.6a9.5 9.5 0 0 1 3.6-2.2M14 10.2a9.5 9.5 0 0 1 4.4 2.4M9 16a4.5 4.5 0 0 1 6 0M12 20v.01M3 3l18 18',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v.01M20 17.5V20h-2.5M14 20v.01',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  message: 'M4 5h16v11H9.5L5 20v-4H4z',
}; // oxfmt-ignore

export type IconName = keyof typeof paths;

/** An icon beside words. Screen readers do not read the icon, so the words must say everything. `size` is in px. */
export function Icon({ name, size }: { name: IconName; size?: number | undefined }) {
  return <Drawing path={paths[name]} size={size} />;
}

export function Drawing({ path, size = 20 }: { path: string; size?: number | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
