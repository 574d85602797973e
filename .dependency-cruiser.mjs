// Rules for imports: `npm run arrows`. A room is a folder of `src/worker` or `src/client`. A file in a room may import
// only files of the same room, shared code, and the rooms that are listed for its room here.
const base = ['platform', 'db', 'http'];
const most = [...base, 'identity', 'deliveries', 'location'];
const worker = {
  platform: [],
  db: ['platform'],
  http: ['platform', 'db'],
  deliveries: ['platform', 'db'],
  identity: base,
  location: ['platform', 'db', 'deliveries'],
  pages: ['platform', 'http'],
  'features/guest': ['platform', 'http', 'deliveries', 'location', 'pages'],
  'features/line': ['http', 'identity', 'location'],
  'features/site': ['platform', 'http', 'pages'],
  'features/health': ['platform', 'http', 'location'],
  'features/forms': [...base, 'deliveries'],
  'features/(analytics|billing|locations)': most,
  'features/account': [...most, 'features/(analytics|billing|locations)'],
  'features/team': [...most, 'features/(account|locations)'],
  'features/devices': [...most, 'features/account'],
  'features/admin': [...base, 'identity', 'location', 'features/(account|billing|forms)'],
  'features/operator': [...most, 'features/(account|admin|analytics|billing|forms)'],
};
const pages = ['lib', 'ui', 'member-area', 'site'];
const client = {
  '(lib|ui)': [],
  '(member-area|site)': ['lib', 'ui'],
  'features/guest': ['lib', 'ui'],
  'features/line': ['lib', 'ui', 'member-area'],
  'features/sandbox': ['lib', 'ui', 'site', 'features/(guest|line)'],
  'features/dashboard': [...pages, 'features/(line|analytics)'],
  'features/(overview|stand)': [...pages, 'features/line'],
  'features/team': [...pages, 'features/(account|devices)'],
  'features/devices': [...pages, 'features/(account|stand)'],
  'features/(account|admin|analytics|billing|forms|locations)': pages,
  'features/site': [...pages, 'film'],
};
const serverOnly = '^(cloudflare:|node:)|^node_modules/(drizzle-orm|hono|libphonenumber-js|stripe)/';
const ownersCopy = '/copy/en/(owner/|(account|admin|site)\\.ts$)';
const translatedPages = '^src/client/(?!entries/|features/(admin|forms|guest|sandbox|site)/)';
const englishOfOwners = '/copy/[a-z]{2}/(owner|account|durations|join-errors|labels|site)(/|\\.ts$)';
const guestPage = '^src/client/(features|entries)/guest';
const choosers = '/(providers/[^/]+|carriers|human-check|payment-provider-of|refused-password)\\.ts$';
const engine = '^src/worker/deliveries/engine\\.ts$';
/**
 * Each row: the rule's name; the files that it is for; the imports that it forbids; and, as an exception, files that
 * may import them.
 */
const rules = [
  ['shared code takes neither side', '^src/shared/', '^src/(client|worker|service-worker)/'],
  ['shared code runs on both sides', '^src/shared/', `${serverOnly}|^node_modules/react`],
  ['the client runs in a browser', '^src/client/', `${serverOnly}|^src/worker/`],
  ['the Worker needs no client', '^src/worker/', '^src/client/'],
  ['the product needs no tool', '^src/', '^(scripts|bench|tests)/'],
  ['the core needs zod only', '^src/shared/queue/', '^node_modules/(?!zod/)', 'opening-hours'],
  ['the calendar is an argument', '^src/shared/queue/(?!due-commands)', '/rules/opening-hours'],
  ["the guest's page is small", guestPage, `${ownersCopy}|^(node_modules/)?(react-router|@|zod|chart|qr)`],
  ['pages have sentences of their language', translatedPages, englishOfOwners],
  ['a script brings its language', '^src/client/(?!entries/owner-languages/)', '/owner-catalogue\\.ts$'],
  ["the guest's page needs no other", guestPage, '^src/client/(member-area|site|features/(?!guest))'],
  ['only the Worker renders the sandbox', '^src', '/features/sandbox/', 'sandbox/|site-on-server'],
  ['the entry joins three', '^src/worker/index\\.ts$', '^src/worker/(?!app|cron|location/location-queue)'],
  ['an object is called', '^src/worker/(features/|app|pages|cron)', '/location/(?!stubs|rpc)'],
  ['rows ask the database', '^src/worker/(location|pages)|routes\\.ts$', 'drizzle-orm|/db/schema'],
  [
    'a near read is checked',
    '^src/worker',
    '/db/near\\.ts$',
    '/(db/directory|identity/(desk-session|usernames))\\.ts$',
  ],
  ['one file chooses a provider', '^src', '/providers/', choosers],
  ['stand-ins stay at home', '^src', '^src/worker/development/', '^src/worker/development/'],
];
const rule = (name, from, to) => ({ name, severity: 'error', from, to });
/** @param {string} side @param {Record<string, string[]>} rooms */
function arrowsOf(side, rooms) {
  return Object.entries(rooms).map(([room, others]) => {
    const reached = ['$1', ...others].map((other) => `${other}/`).join('|');
    const to = { path: '^src/(worker|client)/', pathNot: `^src/${side}/(${reached})` };
    return rule(`${side}/${room}`, { path: `^src/${side}/(${room})/` }, to);
  });
}

export default {
  forbidden: [
    rule('no circle', {}, { circular: true }),
    rule('the engine needs types only', { path: engine }, { dependencyTypesNot: ['type-only'] }),
    ...arrowsOf('worker', worker),
    ...arrowsOf('client', client),
    ...rules.map(([name, path, to, pathNot = '^$']) => rule(name, { path, pathNot }, { path: to })),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(d\\.ts|css|txt)$' },
  },
};
