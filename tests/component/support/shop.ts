/**
 * A business behind the fake server: its account, its locations with their queues, and the calls that the pages make.
 */
import type { AccountView } from '../../../src/shared/contracts/account/view.ts';
import { renameRequest } from '../../../src/shared/contracts/account/account.ts';
import { addLocationRequest, changeAddressRequest } from '../../../src/shared/contracts/locations.ts';
import type { GuestLocation } from '../../../src/shared/contracts/guest.ts';
import { guestSentence } from '../../../src/shared/copy/guest-refusals.ts';
import type { RefusalCode } from '../../../src/shared/copy/en/refusals.ts';
import { negotiateLanguage } from '../../../src/shared/languages.ts';
import type { OutsideCommand, StaffAction } from '../../../src/shared/queue/commands.ts';
import type { Outcome } from '../../../src/shared/queue/decision.ts';
import { isStaffAction } from '../../../src/shared/queue/rules/staff-actions.ts';
import { pageCatalogues } from '../../../src/shared/copy/worker-page-catalogues.ts';
import { guestReply, languageChange, numberCheckRequest } from '../../../src/shared/contracts/guest.ts';
import { guestRequests } from '../../../src/shared/contracts/guest-requests.ts';
import {
  dutyRequest,
  editRequest,
  moveRequest,
  serversRequest,
  walkInRequest,
} from '../../../src/shared/contracts/line.ts';
import { overviewMessage, type OverviewMessage } from '../../../src/shared/contracts/overview.ts';
import { settingsChange } from '../../../src/shared/queue/settings.ts';
import type { ActivityPage } from '../../../src/shared/contracts/activity.ts';
import type { Analytics } from '../../../src/shared/contracts/analytics.ts';
import { addDays, sundayOf } from '../../../src/shared/time/local-hour.ts';
import { aLocation, type AboutLocation } from '../../pure/support/factories.ts';
import { FakeQueue } from './fake-queue.ts';
import { isForRole } from './role-check.ts';
import { refusal, theServer, type Call, type FakeSocket } from './fake-server.ts';

const DAY_MS = 86_400_000;
const staff = { kind: 'owner' } as const;
const guest = { kind: 'guest' } as const;

type AboutShop = {
  /** The account, without its locations. */
  user?: Partial<Omit<AccountView, 'locations'>>;
  /** Facts of each location. Without this list the account has one location. */
  locations?: AboutLocation[];
};

export class Shop {
  readonly queues: FakeQueue[] = [];
  /** Facts of the account. A page sees a change in its next answer to `GET /auth/me`. */
  user: Omit<AccountView, 'locations'>;

  /** Ids of locations that do not answer the overview. */
  readonly away = new Set<string>();
  /** The sockets of the overview of all locations. */
  readonly #overviews = new Set<FakeSocket>();

  /** The number of locations that this shop has opened so far, including removed locations. */
  #opened = 0;
  /** The visits of walk-ins and joins, by the idempotency keys of the calls. */
  readonly #walkIns = new Map<string, string>();
  readonly #joins = new Map<string, string>();

  /** The answer to the dashboard's call for its charts. */
  charts: Analytics = emptyCharts();
  /** The answer to the call for the activity of a location. */
  activity: ActivityPage = { events: [], people: [] };

  constructor({ user, locations = [{}] }: AboutShop) {
    this.user = { ...anAccount(), ...user };
    for (const about of locations) this.addLocation(about);
    theServer().isAllowed = (call) => isForRole(this.user, call);
    this.#answerOwner();
    this.#answerGuests();
  }

  /** The first location's queue. */
  get queue(): FakeQueue {
    const [queue] = this.queues;
    if (queue === undefined) throw new Error('the shop has no location');
    return queue;
  }

  /** Opens one more location, even above the plan's limit. */
  addLocation(about: AboutLocation): void {
    this.#opened += 1;
    const queue = newQueue(about, this.#opened);
    queue.onChange = () => this.#tellOverviews(queue);
    this.queues.push(queue);
    for (const socket of this.#overviews) socket.tell(sent({ type: 'added' }));
  }

  removeLocation(id: string): void {
    this.queues.splice(this.queues.indexOf(this.#at({ id })), 1);
    for (const socket of this.#overviews) socket.tell(sent({ type: 'gone', id }));
  }

  /** The answer to `GET /auth/me`. */
  me(): AccountView {
    return { ...this.user, locations: this.queues.map((queue) => queue.view()) };
  }

  /** The locations that a guest can choose. */
  addresses(language: Parameters<typeof guestSentence>[1] = 'en'): GuestLocation[] {
    return this.queues.map((queue) => {
      const { refusal: code, smsAvailable, line } = queue.accepting();
      const { address, businessName } = queue.location.profile;
      const reason = code === null ? {} : { reason: guestSentence(code, language) };
      return {
        locationId: queue.id,
        address,
        businessName,
        accepting: code === null,
        ...reason,
        smsAvailable,
        line,
      };
    });
  }

  #answerOwner(): void {
    const server = theServer();
    server.answer('GET', '/auth/me', () => this.me());
    server.answer('POST', '/auth/business/:username/queue/:key/admit', (call) =>
      this.#onKey(call, { kind: 'admit' }),
    );
    server.answer('DELETE', '/auth/business/:username/queue/:key', (call) =>
      this.#onKey(call, { kind: 'remove' }),
    );
    server.answer('GET', '/auth/locations/:id/visits/:visitId/history', ({ parameters }) =>
      this.#at(parameters).history(parameters['visitId'] ?? ''),
    );
    server.answer('DELETE', '/auth/locations/:id/visits/:visitId', ({ parameters }) => {
      const visit = { id: parameters['visitId'] ?? '' };
      return staffAnswer(this.#at(parameters), { kind: 'erase-guest', actor: staff, visit });
    });
    server.answer('POST', '/auth/locations/:id/visits/:visitId/:action', ({ parameters, body }) => {
      const { action = '', visitId = '' } = parameters;
      const asked = staffActionOf(action, body);
      if (asked === null) return refusal('not_found');
      return staffAnswer(this.#at(parameters), { ...asked, actor: staff, visit: { id: visitId } });
    });
    server.answer('PUT', '/auth/locations/:id/servers', ({ parameters, body }) => {
      const command = { kind: 'set-servers', actor: staff, ...serversRequest.parse(body) } as const;
      const outcome = this.#at(parameters).attempt(command);
      return outcome.ok ? { success: true } : refusal(outcome.code);
    });
    server.answer('PUT', '/auth/locations/:id/duty', ({ parameters, body }) => {
      const isOwner = this.user.role === 'owner';
      const actor = isOwner
        ? staff
        : ({ kind: 'member', id: this.user.actor.replace('member:', '') } as const);
      const command = {
        kind: 'set-duty',
        actor,
        name: isOwner ? null : 'Sari',
        ...dutyRequest.parse(body),
      } as const;
      const outcome = this.#at(parameters).attempt(command);
      return outcome.ok ? { success: true } : refusal(outcome.code);
    });
    server.answer('POST', '/auth/locations/:id/visits', ({ parameters, body, headers }) => {
      const queue = this.#at(parameters);
      const key = headers.get('idempotency-key') ?? '';
      const added = this.#walkIns.get(key);
      const answer = (visitId: string) =>
        Response.json({ success: true, customer: queue.staffVisit(visitId) }, { status: 201 });
      if (added !== undefined) return answer(added);
      const { told, ...party } = walkInRequest.parse(body);
      const command = { kind: 'add-walk-in', actor: staff, party, told, idempotencyKey: null } as const;
      const outcome = queue.attempt(command);
      if (!outcome.ok || outcome.visitId === null) return refusal(codeOf(outcome));
      this.#walkIns.set(key, outcome.visitId);
      return answer(outcome.visitId);
    });
    server.answer('POST', '/auth/locations', ({ body }) => {
      if (this.queues.length >= this.user.maxLocations) return refusal('limit_reached');
      const { address, timezone } = addLocationRequest.parse(body);
      this.addLocation({ profile: { address }, settings: { timezone: timezone ?? 'UTC' } });
      return Response.json(this.me(), { status: 201 });
    });
    server.answer('PATCH', '/auth/locations/:id', ({ parameters, body }) => {
      const change = settingsChange.parse(body);
      const queue = this.queues.find(({ id }) => id === parameters['id']);
      const outcome = queue?.attempt({ kind: 'change-settings', actor: staff, change });
      if (outcome === undefined) return refusal('not_found');
      return outcome.ok ? this.me() : refusal(outcome.code);
    });
    server.answer('PUT', '/auth/locations/:id/address', ({ parameters, body }) => {
      this.#at(parameters).changeProfile(changeAddressRequest.parse(body));
      return this.me();
    });
    server.answer('PATCH', '/auth/me', ({ body }) => {
      const { name } = renameRequest.parse(body);
      this.user = { ...this.user, name };
      for (const queue of this.queues) queue.changeProfile({ businessName: name });
      return this.me();
    });
    server.answer('DELETE', '/auth/locations/:id', ({ parameters }) => {
      const { id = '' } = parameters;
      if (!this.queues.some((queue) => queue.id === id)) return refusal('not_found');
      this.removeLocation(id);
      return this.me();
    });
    server.answer('GET', '/auth/locations/:id/analytics', () => this.charts);
    server.answer('GET', '/auth/locations/:id/activity', () => this.activity);
    server.onSocket('/auth/locations/live', (socket) => {
      this.#overviews.add(socket);
      socket.tell(sent({ type: 'locations', ids: this.queues.map(({ id }) => id) }));
      socket.onSync = () => {
        for (const queue of this.queues) this.#tellOverviews(queue);
      };
      socket.onSync();
    });
    server.onSocket('/auth/locations/:id/live', (socket) => {
      const id = /\/locations\/([^/]+)\/live$/.exec(socket.url)?.[1] ?? '';
      this.#at({ id }).openForStaff(socket);
    });
  }

  #tellOverviews(queue: FakeQueue): void {
    const news = this.away.has(queue.id) ? ({ type: 'away', id: queue.id } as const) : queue.news();
    for (const socket of this.#overviews) socket.tell(sent(news));
  }

  #answerGuests(): void {
    const server = theServer();
    const base = '/auth/business/:username/queue';
    server.answer('GET', '/auth/exists', ({ url }) => ({
      exists: url.searchParams.get('username')?.toLowerCase() === this.user.username.toLowerCase(),
    }));
    server.answer('GET', '/auth/business/:username/addresses', (call) => ({
      addresses: this.addresses(languageOf(call)),
    }));
    server.answer('POST', '/auth/business/:username/number-check', (call) => {
      const { phoneNumber } = numberCheckRequest.parse(call.body);
      // The fake server recognises only landlines of Jakarta, because the phone number metadata of all countries is
      // large.
      if (!phoneNumber.startsWith('+62 21')) return {};
      const reason = pageCatalogues[languageOf(call)].textObstacles.landline;
      return { obstacle: 'landline', reason };
    });
    server.answer('POST', base, (call) => {
      const {
        locationId,
        address: _address,
        oneName: _oneName,
        ...party
      } = guestRequests[languageOf(call)].join.parse(call.body);
      const queue = this.queues.find(({ id }) => id === locationId) ?? this.queue;
      const key = call.headers.get('idempotency-key') ?? '';
      const earlier = this.#joins.get(key);
      if (earlier !== undefined) return queue.joined(earlier);
      const language = languageOf(call);
      const rest = {
        language,
        username: this.user.username,
        idempotencyKey: null,
        sender: null,
        heldSecret: null,
      };
      const outcome = queue.attempt({ kind: 'join', actor: guest, party, ...rest });
      if (!outcome.ok || outcome.visitId === null) return guestRefusal(call, outcome);
      this.#joins.set(key, outcome.visitId);
      return Response.json(queue.joined(outcome.visitId), { status: 201 });
    });
    server.answer('GET', `${base}/token/:token/status`, ({ parameters }) => {
      const { queue, visitId } = this.#claimed(parameters);
      return queue.status(visitId);
    });
    server.answer('PATCH', `${base}/token/:token`, (call) => {
      const change = guestRequests[languageOf(call)].change.parse(call.body);
      return this.#ofGuest(call, { kind: 'change-preference', language: languageOf(call), ...change });
    });
    server.answer('PUT', `${base}/token/:token/language`, (call) => {
      const { language } = languageChange.parse(call.body);
      return this.#ofGuest(call, { kind: 'change-language', language });
    });
    server.answer('POST', `${base}/token/:token/reply`, (call) => {
      const said = guestReply.parse(call.body);
      return this.#ofGuest(
        call,
        said.reply === 'on_my_way' ? { kind: 'on-my-way' } : { kind: 'more-time', position: said.position },
      );
    });
    server.answer('DELETE', `${base}/token/:token`, (call) => {
      const answer = this.#ofGuest(call, { kind: 'erase-guest' });
      return answer instanceof Response ? answer : { success: true };
    });
    for (const kind of ['leave', 'cannot-come'] as const)
      server.answer('POST', `${base}/:key/${kind}`, (call) => {
        const token = call.headers.get('authorization')?.replace('Bearer ', '') ?? '';
        const answer = this.#ofGuest({ ...call, parameters: { token } }, { kind });
        return answer instanceof Response ? answer : { success: true };
      });
    server.onSocket(`${base}/token/:token/live`, (socket) => {
      const token = /\/token\/([^/]+)\/live\?/.exec(socket.url)?.[1] ?? '';
      const { queue, visitId } = this.#claimed({ token });
      queue.openForGuest(socket, visitId);
    });
  }

  #ofGuest(call: Call, asked: GuestAction): object {
    const { queue, visitId } = this.#claimed(call.parameters);
    const outcome = queue.attempt({ ...asked, actor: guest, visit: { id: visitId } });
    return outcome.ok ? queue.status(visitId) : guestRefusal(call, outcome);
  }

  #claimed({ token = '' }: Record<string, string>): { queue: FakeQueue; visitId: string } {
    const visitId = token.replace(/^token-/, '');
    const queue = this.queues.find((one) => one.has(visitId));
    if (queue === undefined) throw new Error(`no visit has the token ${token}`);
    return { queue, visitId };
  }

  #onKey({ url, parameters }: Call, action: StaffAction): object {
    const queue = this.#at({ id: url.searchParams.get('locationId') ?? this.queue.id });
    const visit = queue.visitByKey(parameters['key'] ?? '');
    if (visit === undefined) return refusal('not_found');
    return staffAnswer(queue, { ...action, actor: staff, visit: { id: visit.id } });
  }

  #at({ id = '' }: Record<string, string>): FakeQueue {
    const queue = this.queues.find((one) => one.id === id);
    if (queue === undefined) throw new Error(`there is no location ${id}`);
    return queue;
  }
}

type GuestKinds =
  | 'change-preference'
  | 'change-language'
  | 'on-my-way'
  | 'more-time'
  | 'leave'
  | 'cannot-come'
  | 'erase-guest';
type WithoutProof<Command> = Command extends unknown ? Omit<Command, 'actor' | 'visit'> : never;
type GuestAction = WithoutProof<Extract<OutsideCommand, { kind: GuestKinds }>>;

/** Opens a business with one open location, and sets the fake server's answers for it. */
export function openShop(about: AboutShop = {}): Shop {
  return new Shop(about);
}

/** Parses a message of the overview. Throws if the message breaks the contract. */
function sent(message: OverviewMessage): object {
  overviewMessage.parse(message);
  return message;
}

function staffActionOf(action: string, body: unknown): StaffAction | null {
  if (action === 'move') return { kind: action, position: moveRequest.parse(body).position };
  if (action === 'edit') return { kind: action, change: editRequest.parse(body) };
  return isStaffAction(action) ? { kind: action } : null;
}

function staffAnswer(queue: FakeQueue, command: OutsideCommand): object {
  const outcome = queue.attempt(command);
  if (!outcome.ok || outcome.visitId === null) return refusal(codeOf(outcome));
  return { success: true, customer: queue.staffVisit(outcome.visitId) };
}

function guestRefusal(call: Call, outcome: Outcome): Response {
  const code = codeOf(outcome);
  return refusal(code, guestSentence(code, languageOf(call)));
}

function codeOf(outcome: Outcome): RefusalCode {
  return outcome.ok ? 'not_found' : outcome.code;
}

function languageOf({ headers }: Call) {
  return negotiateLanguage(headers.get('accept-language'));
}

/** @param number counted from 1 */
function newQueue(about: AboutLocation, number: number): FakeQueue {
  const address = number === 1 ? '14 Kemang Raya, Jakarta' : `${number} Jalan Sabang, Jakarta`;
  const profile = { address, ...about.profile };
  return new FakeQueue(
    aLocation({ credits: { customerCredits: 300, smsCredits: 300 }, ...about, profile }),
    `location-${number}`,
  );
}

/** The charts of a location without any visits. */
function emptyCharts(): Analytics {
  const today = new Date().toISOString().slice(0, 10);
  const figures = { served: 0, averageWaitMinutes: null, noShows: 0 };
  const days = [-6, -5, -4, -3, -2, -1, 0].map((ago) => addDays(today, ago));
  const weeks = [-28, -21, -14, -7, 0].map((ago) => addDays(sundayOf(today), ago));
  return {
    daily: days.map((day) => ({ day, ...figures })),
    weekly: weeks.map((weekOf) => ({ weekOf, ...figures })),
    peakHours: [],
    waitTimes: [],
    promise: { mae: null, coverage: null, n: 0 },
  };
}

/** A paying account on the Starter plan. */
function anAccount(): Omit<AccountView, 'locations'> {
  const createdAt = new Date(Date.now() - 30 * DAY_MS).toISOString();
  return {
    id: 'business',
    name: 'Blue Door Café',
    username: 'blue-door',
    email: 'owner@blue-door.example',
    emailVerified: true,
    role: 'owner',
    actor: 'owner',
    phone: '+62 812 5550 0100',
    plan: 'Starter',
    trial: false,
    trialDurationDays: 0,
    trialEndsAt: null,
    maxLocations: 1,
    createdAt,
    subscriptionStatus: 'active',
    creditsEndAt: null,
  };
}
