import { Drawing, Icon as GuestIcon, type IconName as GuestIconName } from './icon.tsx';

/**
 * Icons that only owners' pages and public pages use. These icons are in a file of their own, so that guests' phones do
 * not load them.
 */
const paths = {
  refresh: 'M20 5v5h-5M4 19v-5h5M19.5 10A8 8 0 0 0 5.6 7.3L4 9M4.5 14a8 8 0 0 0 13.9 2.7L20 15',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  trash: 'M4.5 7h15M10 7V4.5h4V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5',
  copy: 'M9 9h11v11H9zM5.5 15H4V4h11v1.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  users: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.3M18 14.5c2 .7 3.5 2.5 3.5 5.5',
  chevron: 'M6 9.5l6 6 6-6',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  more: 'M5 12v.01M12 12v.01M19 12v.01',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-4.8-4.8',
  eye: 'M2.5 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  'eye-off': 'M4 4l16 16M9.900 5.800A9.500 9.500 0 0 1 12 5.500c6 0 9.500 6.500 9.500 6.500a17 17 0 0 1-3 3.700M6.500 7.500C4 9.200 2.500 12 2.500 12S6 18.500 12 18.500a9 9 0 0 0 4-.900M10 10a3 3 0 0 0 4 4',
  external: 'M14 4h6v6M20 4l-9 9M10 5H5v14h14v-5',
  card: 'M3 6h18v12H3zM3 10h18M7 14.5h3',
  pause: 'M8.5 5v14M15.5 5v14',
  phone: 'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3ZM11 18h2',
  chart: 'M4 20h16M7 20v-6M12 20V5M17 20v-9',
  walk: 'M13.5 5.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM8.5 21.5l2.8-6.5M6.5 12.5l2-3.5 3.7-1 2.3 3.5 3 1.3M12.2 8l-1.2 6 3.5 2.8 1 4.7',
  note: 'M5 4h14v11l-5 5H5zM19 15h-5v5M8.5 9h7M8.5 13h3',
  move: 'M12 4v16M8 7.5 12 4l4 3.5M8 16.5 12 20l4-3.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  tablet: 'M5 4h14v16H5zM12 17v.01',
  backspace: 'M9 6h11v12H9l-5.500-6zM11.500 9.500l5 5M16.500 9.500l-5 5',
  call: 'M6.5 3.5h3l1.5 4.5-2 1.5c1 2.5 3 4.5 5.5 5.5l1.5-2 4.5 1.5v3c0 1.500-1 2.500-2.500 2.500C10.500 19.500 4.500 13.500 4 6c0-1.500 1-2.500 2.500-2.500Z',
}; // oxfmt-ignore

export type IconName = GuestIconName | keyof typeof paths;

/** Draws an icon of this file or of `icon.tsx`. */
export function Icon({ name, size }: { name: IconName; size?: number | undefined }) {
  return isOwn(name) ? <Drawing path={paths[name]} size={size} /> : <GuestIcon name={name} size={size} />;
}

function isOwn(name: IconName): name is keyof typeof paths {
  return name in paths;
}
