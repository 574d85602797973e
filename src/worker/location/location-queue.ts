/**
 * Durable Object of one location: its live queue. `execute` decides a command by the shared core, stores the outcome in
 * one transaction, broadcasts the outcome, and then answers. One alarm starts all work that is due.
 */
import { DurableObject } from 'cloudflare:workers';
import type { StatusAnswer } from '../../shared/contracts/guest.ts';
import { outsideCommand, type GuestClaim, type OutsideCommand } from '../../shared/queue/commands.ts';
import { refused } from '../../shared/queue/decision.ts';
import type { Actor } from '../../shared/queue/events.ts';
import type { Balances } from '../../shared/queue/rules/credits.ts';
import type { Role } from '../../shared/roles.ts';
import type { OverviewNews } from '../../shared/contracts/overview.ts';
import type { VisitHistory } from '../../shared/contracts/queue-view.ts';
import type { PushSubscriptionKeys } from '../../shared/contracts/reminder.ts';
import { textPricesOf } from '../platform/checked-config.ts';
import { releaseOf } from '../platform/release.ts';
import { maySend } from './member-commands.ts';
import { Alarm } from './alarm.ts';
import { Broadcaster } from './broadcaster.ts';
import type {
  Accepting,
  ActivityPart,
  ActorFigures,
  CommandResult,
  TransferPart,
  TransferSetup,
  ErasedPerson,
  Joined,
  LocationQueueCalls,
  LocationSetup,
  PersonCopy,
  ReadNumber,
  Result,
  RestorePlan,
  TransferTable,
  TextReceipt,
  Viewed,
} from './rpc.ts';
import { readActivity, readFigures } from './history/activity.ts';
import { openLocation } from './open-location.ts';
import { readAccepting, readBalances, readView } from './reads.ts';
import { loadTransfer, readTransfer, stageTransfer } from './location-transfer.ts';
import { CommandAnswers } from './command-answers.ts';
import { Counter } from './counter.ts';
import { drains } from './deliveries/deliveries.ts';
import { Executor } from './executor.ts';
import { GuestVisits } from './guests/guest-visits.ts';
import { Newcomers } from './guests/newcomers.ts';
import { readTypedNumber } from './guests/typed-number.ts';
import { LivePages } from './live-pages.ts';
import { Overview } from './overview/overview.ts';
import { feedOf, type OverviewFeed } from './overview/overview-feed.ts';
import { PointInTimeRecovery } from './point-in-time.ts';
import { erasePersonData, readPersonData } from './person-data.ts';
import { SharedCommit } from './shared-commit.ts';
import { Sockets } from './sockets.ts';
import { newSealedKey, resealKey, unlockKey, withSealedKey } from './token-key.ts';
import { migrations } from './store/migrations.ts';
import type { LogFilter } from './store/event-log.ts';
import type { Person } from './store/people.ts';
import { SqliteStorage } from './store/sqlite-storage.ts';
import type { StagedRows } from './store/staged-tables.ts';
import { readVisitHistory } from './history/visit-history.ts';

const NOT_FOUND = refused('not_found');

export class LocationQueue extends DurableObject<Env> implements LocationQueueCalls {
  readonly #storage: SqliteStorage;
  readonly #sockets: Sockets;
  readonly #broadcaster: Broadcaster;
  readonly #executor: Executor;
  readonly #overviewFeed: OverviewFeed;
  readonly #overview: Overview;
  readonly #livePages: LivePages;
  readonly #answers: CommandAnswers;
  readonly #visits: GuestVisits;
  readonly #newcomers: Newcomers;
  readonly #alarm: Alarm;
  readonly #sharedCommit: SharedCommit;
  readonly #pointInTime: PointInTimeRecovery;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const storage = new SqliteStorage(ctx.id.toString(), ctx.storage);
    const counter = new Counter(env, storage.locationId);
    this.#storage = storage;
    this.#sockets = new Sockets(ctx);
    this.#broadcaster = new Broadcaster(this.#sockets, storage);
    this.#overviewFeed = feedOf(env, storage);
    this.#executor = new Executor(storage, this.#broadcaster, counter, {
      prices: () => textPricesOf(env),
      onChange: () => this.#tellOverview(),
    });
    this.#answers = new CommandAnswers(storage);
    this.#visits = new GuestVisits(storage, this.#executor, this.#answers);
    this.#overview = new Overview(ctx, env, this.#sockets);
    this.#livePages = new LivePages({
      storage,
      sockets: this.#sockets,
      broadcaster: this.#broadcaster,
      visits: this.#visits,
      overview: this.#overview,
      isEnded: (sessionTokenHash) => this.#isEnded(sessionTokenHash),
    });
    this.#newcomers = new Newcomers(storage, this.#executor, this.#answers, this.#visits);
    this.#sharedCommit = new SharedCommit(storage);
    this.#pointInTime = new PointInTimeRecovery(ctx, storage);
    this.#alarm = new Alarm(ctx, {
      storage,
      executor: this.#executor,
      sockets: this.#sockets,
      drains: drains(storage, this.#executor, env),
      counter,
    });
    // Each start of the object sets the alarm from the stored rows, because the platform may lose an overdue alarm.
    if (storage.location() === null) return;
    void ctx.blockConcurrencyWhile(async () => {
      await unlockKey(env, storage);
      await this.#alarm.schedule();
    });
    // Sends the overview the changes that were not sent before the object stopped.
    this.#tellOverview();
  }

  async open(setup: LocationSetup): Promise<void> {
    const key = await newSealedKey(this.env, this.#storage.locationId);
    this.#storage.open(setup, key);
  }

  async execute(
    asked: OutsideCommand,
    sessionTokenHash?: string,
    role?: Role,
  ): Promise<Result<CommandResult>> {
    if (this.#isEnded(sessionTokenHash)) return refused('not_logged_in');
    const command = outsideCommand.parse(asked);
    if (role !== undefined && !maySend(role, command.kind)) return refused('not_your_role');
    // Only the first command after a start of the object waits here, for the numbering plans.
    if (!this.#executor.canReadNumbers) await this.#executor.loadNumberPlans();
    if (command.kind === 'join') {
      // Joins that arrive together are decided in order of arrival, and share one commit.
      const joined = await this.#sharedCommit.run(() => this.#newcomers.join(command));
      return this.#scheduled(joined, command.sender !== null);
    }
    if (command.kind === 'add-walk-in') return this.#scheduled(this.#newcomers.addWalkIn(command), false);
    if (command.kind === 'answer-by-text') {
      const answered = this.#visits.answerByText(command);
      if (answered.ok) await this.#alarm.schedule();
      return answered;
    }
    // An object that was never opened may have the staged rows of an import; `close` deletes these rows.
    if (command.kind === 'close' && this.#storage.location() === null) await this.#storage.erase();
    const before = this.#storage.location();
    const outcome = this.#executor.run(command);
    if (!outcome.ok || before === null) return outcome.ok ? NOT_FOUND : outcome;
    const answer = this.#answers.of(command, outcome, before);
    await this.#alarm.schedule();
    return answer;
  }

  view(): Result<Viewed> {
    return readView(this.#storage, Date.now());
  }

  visitHistory(visitId: string): Result<{ history: VisitHistory }> {
    return readVisitHistory(this.#storage, visitId, Date.now());
  }

  activity(filter: LogFilter): Result<ActivityPart> {
    return readActivity(this.#storage, filter);
  }

  figuresByActor(since: number, owner: string | null = null): Result<{ figures: ActorFigures[] }> {
    return readFigures(this.#storage, since, owner);
  }

  accepting(): Result<Accepting> {
    return readAccepting(this.#storage, Date.now());
  }

  followDirectory(revision: number): Result<object> {
    const open = openLocation(this.#storage);
    if (!open.ok) return open;
    this.#storage.followDirectory(revision);
    return { ok: true };
  }

  readNumber(username: string, typed: string): Promise<Result<ReadNumber>> {
    return readTypedNumber(this.#storage, username, typed);
  }

  resume(claim: GuestClaim): Result<Joined> {
    return this.#visits.resume(claim);
  }

  status(claim: GuestClaim): Result<{ answer: StatusAnswer }> {
    return this.#visits.status(claim);
  }

  balances(): Result<Balances & { waiting: number }> {
    return readBalances(this.#storage, Date.now());
  }

  subscribeToReminder(claim: GuestClaim, subscription: PushSubscriptionKeys): Result<object> {
    return this.#visits.subscribeToReminder(claim, subscription);
  }

  unsubscribeFromReminder(claim: GuestClaim, endpoint: string): Result<object> {
    return this.#visits.unsubscribeFromReminder(claim, endpoint);
  }

  async receiveText(receipt: TextReceipt): Promise<void> {
    if (this.#executor.recordReceipt(receipt)) await this.#alarm.schedule();
  }

  peopleOf(visitIds: string[]): Person[] {
    return this.#storage.location() === null ? [] : this.#storage.people.of(visitIds);
  }

  async eraseExpiredPeople(): Promise<void> {
    if (this.#storage.location() !== null) await this.#alarm.erasePeople();
  }

  readCopy(part: TransferPart): Result<TransferTable> {
    return readTransfer(this.#storage, part, Date.now());
  }

  async stageCopy(rows: StagedRows): Promise<Result<object>> {
    const sealed = await withSealedKey(this.env, this.#storage.locationId, rows);
    return stageTransfer(this.#storage, sealed);
  }

  async loadCopy(setup: TransferSetup): Promise<Result<object>> {
    const loaded = loadTransfer(this.#storage, setup, Date.now());
    if (loaded.ok) await unlockKey(this.env, this.#storage);
    await this.#alarm.schedule();
    return loaded;
  }

  async resealKey(): Promise<Result<{ resealed: boolean }>> {
    if (this.#storage.location() === null) return NOT_FOUND;
    return { ok: true, resealed: await resealKey(this.env, this.#storage) };
  }

  planRestore(to: number | string): Promise<Result<RestorePlan>> {
    return this.#pointInTime.plan(to);
  }

  restart(): Promise<void> {
    return this.#pointInTime.restart();
  }

  session(): string {
    return this.#pointInTime.session;
  }

  personOf(number: string): Promise<Result<PersonCopy>> {
    return readPersonData(this.#storage, number);
  }

  async erasePerson(number: string): Promise<Result<ErasedPerson>> {
    const erased = await erasePersonData(this.#storage, this.#executor, number);
    await this.#alarm.schedule();
    return erased;
  }

  running(): { version: string; schema: number } {
    return { version: releaseOf(this.env), schema: migrations.length };
  }

  endSessions(sessionTokenHashes: string[], offDuty: Actor[] = []): { ended: true } {
    const { endedSessions } = this.#storage;
    if (this.#storage.location() !== null)
      this.#storage.transaction(() => endedSessions.add(sessionTokenHashes, Date.now()));
    for (const hash of sessionTokenHashes) this.#sockets.closeSession(hash);
    for (const actor of offDuty) this.#executor.run({ kind: 'end-duty', actor, reason: 'rights_changed' });
    return { ended: true };
  }

  /** Workers of release 0.2.0 call `endSessions` by this name. */
  disconnectOwner(sessionTokenHashes: string[]): { ended: true } {
    return this.endSessions(sessionTokenHashes);
  }

  keepSocketsOpen(sessionTokenHash: string, until: number): Result<object> {
    if (this.#isEnded(sessionTokenHash)) return refused('not_logged_in');
    this.#sockets.keepOpen(sessionTokenHash, until);
    return { ok: true };
  }

  watch(sessionTokenHash: string, until: number): Result<object> {
    const open = openLocation(this.#storage);
    if (!open.ok) return open;
    if (this.#isEnded(sessionTokenHash)) return refused('not_logged_in');
    this.ctx.waitUntil(this.#overviewFeed.watch(until));
    return { ok: true };
  }

  tellOverview(news: OverviewNews): { watched: boolean } {
    return this.#overview.tell(news);
  }

  /** Opens a live socket. */
  override fetch({ headers }: Request): Response {
    return this.#livePages.open(headers);
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#livePages.receive(socket, message);
  }

  override alarm(): Promise<void> {
    return this.#alarm.onFired();
  }

  async #scheduled(entered: Result<CommandResult>, hasSender: boolean): Promise<Result<CommandResult>> {
    if (entered.ok) await this.#alarm.followJoin(hasSender);
    return entered;
  }

  #tellOverview(): void {
    if (this.#overviewFeed.isWatched) this.ctx.waitUntil(this.#overviewFeed.changed());
  }

  /** Whether this session of staff is stored as ended. */
  #isEnded(sessionTokenHash: string | undefined): boolean {
    if (sessionTokenHash === undefined || this.#storage.location() === null) return false;
    return this.#storage.endedSessions.has(sessionTokenHash);
  }
}
