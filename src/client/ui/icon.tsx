/** Drawn on a 24 px grid with a 2 px line. A closed set: a new icon is a line here. */
const paths = {
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7.5V12l3 2',
  bell: 'M6 16v-5.5a6 6 0 0 1 12 0V16l1.5 2h-15zM10 21h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  exit: 'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10M16.5 8.5 20 12l-3.5 3.5',
  cross: 'M6 6l12 12M18 6 6 18',
  warning: 'M12 9v4.5M12 17v.01M12 3.5 2.5 20h19z',
  'wifi-off': 'M2.5 9a14 14 0 0 1 4.3-2.8M10 5.2A14 14 0 0 1 21.5 9M5.6 12.6a9.5 9.5 0 0 1 3.6-2.2M14 10.2a9.5 9.5 0 0 1 4.4 2.4M9 16a4.5 4.5 0 0 1 6 0M12 20v.01M3 3l18 18',
  refresh: 'M20 5v5h-5M4 19v-5h5M19.5 10A8 8 0 0 0 5.6 7.3L4 9M4.5 14a8 8 0 0 0 13.9 2.7L20 15',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v.01M20 17.5V20h-2.5M14 20v.01',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  trash: 'M4.5 7h15M10 7V4.5h4V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5',
  copy: 'M9 9h11v11H9zM5.5 15H4V4h11v1.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  users: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.3M18 14.5c2 .7 3.5 2.5 3.5 5.5',
  chevron: 'M6 9.5l6 6 6-6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  message: 'M4 5h16v11H9.5L5 20v-4H4z',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  more: 'M5 12v.01M12 12v.01M19 12v.01',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-4.8-4.8',
  external: 'M14 4h6v6M20 4l-9 9M10 5H5v14h14v-5',
  card: 'M3 6h18v12H3zM3 10h18M7 14.5h3',
  pause: 'M8.5 5v14M15.5 5v14',
  walk: 'M13.5 5.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM8.5 21.5l2.8-6.5M6.5 12.5l2-3.5 3.7-1 2.3 3.5 3 1.3M12.2 8l-1.2 6 3.5 2.8 1 4.7',
}; // prettier-ignore

export type IconName = keyof typeof paths;

/** A decoration beside words: never the only thing that says what is meant. `size` in px. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number | undefined }) {
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
      <path d={paths[name]} />
    </svg>
  );
}
