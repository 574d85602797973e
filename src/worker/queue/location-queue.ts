/**
 * The live queue of one location: calls, alarm and sockets. Each call reads, decides by `rules/`, commits visit,
 * balances and outbox in one transaction, tells whoever watches, arms the alarm, and returns. Nothing is awaited
 * between reading and telling.
 */
import type { SettingsChange } from '../../shared/queue/settings.ts';
import { DurableObject } from 'cloudflare:workers';
import type { GuestReply, PreferenceChange, StatusAnswer } from '../../shared/guest-queue.ts';
import type { Language } from '../../shared/languages.ts';
import { HOLD_MS } from '../../shared/limits.ts';
import type { LocationView, VisitView } from '../../shared/queue-view.ts';
import type { PushSubscriptionKeys } from '../../shared/reminder.ts';
import { releaseOf } from '../release.ts';
import { Announcer } from './announcer.ts';
import type {
  Accepting,
  Balances,
  CopyPart,
  CopySetup,
  CreditsCall,
  ErasedPerson,
  GuestClaim,
  JoinCall,
  Joined,
  LocationQueueCalls,
  LocationSetup,
  PersonVisit,
  Reply,
  RestorePlan,
  StandingCall,
  TableCopy,
  TextAnswer,
  TextReceipt,
  VisitName,
  WalkInCall,
} from './calls.ts';
import { Commits } from './commits.ts';
import { Copies } from './copies.ts';
import { Counter } from './counter.ts';
import { balancesOf, CreditCalls } from './credit-calls.ts';
import { deliveries } from './deliveries.ts';
import { Due } from './due.ts';
import { GuestCalls } from './guest-calls.ts';
import { Joins } from './joins.ts';
import { LivePages } from './live-pages.ts';
import { Live } from './live.ts';
import { OwnerCalls } from './owner-calls.ts';
import type { OwnerAction } from '../../shared/queue/rules/owner-action.ts';
import { Past } from './past.ts';
import { PersonCalls } from './person-calls.ts';
import { Reader } from './reader.ts';
import { reminderDeliveries } from './reminder-deliveries.ts';
import { ReminderCalls } from './reminder-calls.ts';
import { close } from '../../shared/queue/rules/queue.ts';
import type { ReplyOutcome } from '../messages/text-commands.ts';
import { migrations } from './store/migrations.ts';
import { Store } from './store/store.ts';
import type { StagedRows } from './store/table-copies.ts';
import { receive, textTrack, type TextTrack } from './text-track.ts';
import type { Person } from './store/people.ts';
import { newTokenKey } from './token.ts';
import { Wake } from './wake.ts';

export class LocationQueue extends DurableObject<Env> implements LocationQueueCalls {
  readonly #store: Store;
  readonly #read: Reader;
  readonly #live: Live;
  readonly #pages: LivePages;
  readonly #announcer: Announcer;
  readonly #wake: Wake;
  readonly #commit: Commits;
  readonly #joins: Joins;
  readonly #due: Due;
  readonly #track: TextTrack;
  readonly #reminders: ReminderCalls;
  readonly #copies: Copies;
  readonly #people: PersonCalls;
  readonly #guests: GuestCalls;
  readonly #owner: OwnerCalls;
  readonly #credits: CreditCalls;
  readonly #past: Past;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new Store(ctx.storage);
    this.#read = new Reader(this.#id, this.#store);
    this.#live = new Live(ctx);
    this.#pages = new LivePages(this.#store, this.#read, this.#live);
    this.#announcer = new Announcer(this.#live, this.#read, this.#store);
    const counter = new Counter(env, this.#id);
    this.#track = textTrack(this.#store, this.#announcer, counter);
    this.#wake = new Wake(ctx, {
      store: this.#store,
      deliveries: deliveries(this.#store, ctx, env, this.#track, this.#announcer),
      reminders: reminderDeliveries(this.#store, ctx, env),
      counter,
    });
    this.#reminders = new ReminderCalls(this.#store, this.#read);
    this.#past = new Past(ctx, this.#store);
    const parts = { store: this.#store, read: this.#read, wake: this.#wake, counter };
    this.#copies = new Copies(this.#id, parts);
    this.#commit = new Commits(this.#id, { ...parts, announcer: this.#announcer });
    this.#people = new PersonCalls(this.#store, this.#read, this.#commit);
    this.#guests = new GuestCalls(this.#read, this.#commit);
    this.#credits = new CreditCalls(this.#read, this.#commit);
    this.#joins = new Joins(this.#store, this.#read, this.#commit);
    this.#owner = new OwnerCalls(this.#store, this.#read, this.#commit, this.#joins);
    this.#due = new Due(this.#id, { ...parts, commit: this.#commit, live: this.#live });
    // A past-due alarm cannot be trusted to have fired: every wake derives it from the rows again.
    if (this.#store.location !== null) void ctx.blockConcurrencyWhile(() => this.#wake.arm());
  }

  open(setup: LocationSetup): void {
    this.#store.create().open(setup, HOLD_MS, newTokenKey());
  }

  async close(): Promise<Reply<CreditsCall>> {
    const now = Date.now();
    const open = this.#read.location();
    if (open === null) {
      await this.#store.erase();
      return { ok: false, code: 'not_found' };
    }
    const { location, removed } = close(open, this.#store.visits.waiting(), this.#read.line(), now);
    await this.#commit.closed(open, location, removed, now);
    return { ok: true, ...balancesOf(location), revision: location.creditsRevision };
  }

  view(): Reply<{ view: LocationView }> {
    const location = this.#read.location();
    if (location === null) return { ok: false, code: 'not_found' };
    if (location.closedAt !== null) return { ok: false, code: 'location_closed' };
    return { ok: true, view: this.#read.view(location, Date.now()) };
  }

  accepting(): Reply<Accepting> {
    const location = this.#read.location();
    if (location === null) return { ok: false, code: 'not_found' };
    return { ok: true, ...this.#read.accepting(location, Date.now()) };
  }

  join(call: JoinCall): Promise<Reply<Joined>> {
    return this.#joins.byGuest(call);
  }

  resume(claim: GuestClaim): Reply<Joined> {
    return this.#joins.resume(claim);
  }

  status(claim: GuestClaim): Reply<{ answer: StatusAnswer }> {
    return this.#guests.status(claim);
  }

  leave(claim: GuestClaim): Promise<Reply<{ username: string }>> {
    return this.#guests.leave(claim);
  }

  changePreference(
    claim: GuestClaim,
    change: PreferenceChange,
    language: Language,
  ): Promise<Reply<{ answer: StatusAnswer }>> {
    return this.#guests.changePreference(claim, change, language);
  }

  changeLanguage(claim: GuestClaim, language: Language): Promise<Reply<{ answer: StatusAnswer }>> {
    return this.#guests.changeLanguage(claim, language);
  }

  reply(claim: GuestClaim, said: GuestReply): Promise<Reply<{ answer: StatusAnswer }>> {
    return this.#guests.reply(claim, said);
  }

  keepReminder(claim: GuestClaim, subscription: PushSubscriptionKeys): Reply<object> {
    return this.#reminders.keep(claim, subscription);
  }

  dropReminder(claim: GuestClaim, endpoint: string): Reply<object> {
    return this.#reminders.drop(claim, endpoint);
  }

  act(name: VisitName, action: OwnerAction): Promise<Reply<{ visit: VisitView }>> {
    return this.#owner.act(name, action);
  }

  addWalkIn(call: WalkInCall): Reply<{ visit: VisitView }> {
    return this.#owner.addWalkIn(call);
  }

  changeSettings(change: SettingsChange): Promise<Reply<object>> {
    return this.#owner.changeSettings(change);
  }

  balances(): Reply<Balances & { waiting: number }> {
    return this.#credits.tell(Date.now());
  }

  setCredits(call: CreditsCall): Promise<Reply<{ before: Balances; after: Balances }>> {
    return this.#credits.set(call, Date.now());
  }

  followStanding(call: StandingCall): Promise<Reply<object>> {
    return this.#credits.follow(call, Date.now());
  }

  answerByText(answer: TextAnswer): Promise<Reply<{ outcome: ReplyOutcome }>> {
    return this.#guests.answerByText(answer);
  }

  async receiveText(receipt: TextReceipt): Promise<void> {
    if (receive(this.#store, this.#track, receipt)) await this.#wake.arm();
  }

  peopleOf(visitIds: string[]): Person[] {
    return this.#store.location === null ? [] : this.#store.people.of(visitIds);
  }

  async forgetPeople(): Promise<void> {
    if (this.#store.location !== null) await this.#commit.forgotten(Date.now());
  }

  readCopy(part: CopyPart): Reply<TableCopy> {
    return this.#copies.read(part, Date.now());
  }

  stageCopy(rows: StagedRows): Reply<object> {
    return this.#copies.stage(rows);
  }

  loadCopy(setup: CopySetup): Promise<Reply<object>> {
    return this.#copies.load(setup, Date.now());
  }

  planRestore(to: number | string): Promise<Reply<RestorePlan>> {
    return this.#past.plan(to);
  }

  restart(): Promise<void> {
    return this.#past.restart();
  }

  session(): string {
    return this.#past.session;
  }

  personOf(number: string): Reply<{ visits: PersonVisit[] }> {
    return this.#people.tell(number);
  }

  erasePerson(number: string): Promise<Reply<ErasedPerson>> {
    return this.#people.erase(number, Date.now());
  }

  running(): { version: string; schema: number } {
    return { version: releaseOf(this.env), schema: migrations.length };
  }

  disconnectOwner(sessionTokenHashes: string[]): void {
    for (const hash of sessionTokenHashes) this.#live.closeSession(hash);
  }

  override fetch(request: Request): Response {
    return this.#pages.open(request, Date.now());
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#pages.heard(socket, message, Date.now());
  }

  override alarm(): Promise<void> {
    return this.#due.ring();
  }

  get #id(): string {
    return this.ctx.id.toString();
  }
}
