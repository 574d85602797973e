/**
 * Reference model: a second implementation of a location, which predicts each refusal and each effect. It has an array
 * of ids and a state for each guest. It has no ranks and no storage, and computes balances from the cost of each guest
 * and text.
 */
import type { PartyChange } from '../../src/shared/queue/rules/edit.ts';
import type { SettingsChange } from '../../src/shared/queue/settings.ts';
import type { RefusalCode } from '../../src/shared/copy/en/refusals.ts';
import type { VisitStatus } from '../../src/shared/contracts/queue-view.ts';
import type { Progress } from './deliveries-in-memory.ts';
import { Offers, type Offer } from './reference-offer.ts';
import {
  isNumber,
  newcomer,
  refusalOfAdmitted,
  refusalOfEdit,
  refusalOfWaiting,
  stepOfText,
  type Guest,
  type TextCost,
  type TextChoice,
} from './reference-guest.ts';

const UNDO_MS = 10_000;
const UNRESOLVED_MS = 1_800_000;
const LONGEST_WAIT_MS = 86_400_000;

/** The credits that were granted, and the owner's settings. */
export type Terms = {
  customerCredits: number;
  /** The largest number of parties that staff may add without credits. */
  debtMax: number;
  smsCredits: number;
  trialEndsAt: number | null;
  holdMs: number;
  afterHold: 'served' | 'no_show';
  undo: boolean;
  capacity: number | null;
  /** Whether the location is open now. A location without opening hours is always open. */
  open: boolean;
  paused: boolean;
};

/** The number of the day in Jakarta, the time zone of the stories. */
function dayOf(at: number): number {
  return Math.floor((at + 7 * 3_600_000) / 86_400_000);
}

export class Reference {
  readonly terms: Terms;
  order: string[] = [];
  readonly guests = new Map<string, Guest>();
  /** The cost of each text. The key is the visit's id and the number of the call. */
  readonly texts = new Map<string, TextCost>();
  readonly numbers = new Map<string, string>();
  readonly offers = new Offers();
  readonly consents: { visitId: string; language: Guest['language'] }[] = [];
  closed = false;
  lastJoinedAt = 0;
  /** The number of parties that have tried to join, which gives each party a unique name. */
  tries = 0;

  constructor(terms: Terms) {
    this.terms = terms;
  }

  customerCredits(): number {
    return Math.max(0, this.#customersLeft());
  }

  /** The number of parties that staff have added without credits. */
  customerDebt(): number {
    return Math.max(0, -this.#customersLeft());
  }

  #customersLeft(): number {
    const taken = [...this.guests.values()].filter(({ paid, status }) => paid || status === 'waiting').length;
    return this.terms.customerCredits - taken;
  }

  /** A grant first pays the debt. If there is no debt, the grant replaces the credits that are left. */
  grant(customerCredits: number, smsCredits: number): void {
    this.terms.customerCredits += customerCredits - this.customerCredits();
    this.terms.smsCredits += smsCredits - this.smsCredits();
  }

  /** The refusal if staff add a party to the line. */
  #refusalToTake(now: number): RefusalCode | null {
    const { trialEndsAt, debtMax } = this.terms;
    const canOwe = (trialEndsAt === null || now < trialEndsAt) && this.customerDebt() < debtMax;
    return this.customerCredits() === 0 && !canOwe ? 'no_credits' : null;
  }

  smsCredits(): number {
    return this.terms.smsCredits - [...this.texts.values()].filter((cost) => cost !== 'returned').length;
  }

  guest(id: string): Guest {
    const guest = this.guests.get(id);
    if (guest === undefined) throw new Error(`the reference knows no ${id}`);
    return guest;
  }

  isHidden(id: string, now: number): boolean {
    const offer = this.#running(id, now);
    return offer?.of === 'remove';
  }

  refusalToJoin(now: number): RefusalCode | null {
    const { trialEndsAt, paused, open, capacity } = this.terms;
    if (this.closed) return 'location_closed';
    if (trialEndsAt !== null && trialEndsAt <= now) return 'trial_expired';
    if (paused) return 'joining_paused';
    if (!open) return 'outside_hours';
    if (capacity !== null && this.order.length >= capacity) return 'queue_full';
    return this.customerCredits() === 0 ? 'no_credits' : null;
  }

  refusalToAdd(now: number): RefusalCode | null {
    const { trialEndsAt } = this.terms;
    if (this.closed) return 'location_closed';
    if (trialEndsAt !== null && trialEndsAt <= now) return 'trial_expired';
    return this.#refusalToTake(now);
  }

  enter(id: string, sender: string | null, choice: TextChoice, now: number): void {
    this.lastJoinedAt = Math.max(this.lastJoinedAt + 1, now);
    this.guests.set(id, newcomer(sender, this.lastJoinedAt, choice));
    this.order.push(id);
    this.offers.joined(id);
    // If the owner types the phone number of a guest, the guest has not given a consent to texts.
    if (sender !== null) this.#consent(id, choice);
  }

  /** The refusal of an owner's action, or null. */
  refusalTo(action: string, id: string, now: number): RefusalCode | null {
    const guest = this.guest(id);
    switch (action) {
      case 'undo':
        return this.#refusalToUndo(id, now);
      case 'recall':
        return this.#refusalToRecall(guest, now);
      case 'arrived':
      case 'no-show':
        return refusalOfAdmitted(guest);
      case 'put-back':
        return refusalOfAdmitted(guest) ?? (this.closed ? 'location_closed' : null);
      case 'call-again':
        return refusalOfAdmitted(guest) ?? this.#refusalToCallAgain(guest, now);
      case 'edit':
        return this.closed ? 'location_closed' : refusalOfEdit(guest);
      case 'skip':
        return refusalOfWaiting(guest) ?? (this.order.at(-1) === id ? 'already_last' : null);
      default:
        return refusalOfWaiting(guest);
    }
  }

  admit(id: string, now: number): void {
    const guest = this.guest(id);
    if (this.terms.undo) this.#offer(id, 'admit', now);
    this.#takeOut(id);
    Object.assign(guest, {
      status: 'admitted',
      admittedAt: now,
      heldUntil: now + this.terms.holdMs,
      paid: true,
      calls: guest.calls + 1,
    });
    if (guest.wantsText) this.#text(id, guest, now);
  }

  remove(id: string, now: number): void {
    this.#offer(id, 'remove', now);
    this.#end(id, 'removed', now);
  }

  leave(id: string, now: number): void {
    if (this.isHidden(id, now)) {
      this.offers.end(id);
      Object.assign(this.guest(id), { status: 'left', endedAt: now });
    } else if (this.guest(id).status === 'waiting') this.#end(id, 'left', now);
  }

  resolve(id: string, status: 'arrived' | 'no_show', now: number): void {
    this.#withdraw(id);
    this.#offer(id, status === 'arrived' ? 'arrived' : 'no-show', now);
    Object.assign(this.guest(id), { status, endedAt: now });
  }

  /** Ends the visit of a guest who cannot come. This has no undo, but staff can recall the guest. */
  cannotCome(id: string, now: number): void {
    this.#withdraw(id);
    this.offers.end(id);
    Object.assign(this.guest(id), { status: 'no_show', endedAt: now });
  }

  putBack(id: string, now: number): void {
    this.#withdraw(id);
    this.#backInLine(id, 0);
    this.offers.moved(id);
    Object.assign(this.guest(id), { moved: true, onMyWayAt: null, waitsSince: now });
  }

  callAgain(id: string, now: number): void {
    const guest = this.guest(id);
    this.offers.end(id);
    guest.calledAgainAt = now;
    guest.calls += 1;
    this.#text(id, guest, now);
  }

  move(id: string, position: number): void {
    const before = this.order.indexOf(id);
    const after = Math.min(position, this.order.length) - 1;
    if (before === after) return;
    this.order.splice(before, 1);
    this.order.splice(after, 0, id);
    this.guest(id).moved = true;
    this.offers.moved(id);
  }

  undo(id: string, position: number, now: number): void {
    const { of, paid } = this.offers.of(id) ?? {};
    const guest = this.guest(id);
    if (of === 'arrived' || of === 'no-show') {
      this.offers.end(id);
      Object.assign(guest, { status: 'admitted', endedAt: null });
      // When the visit ended, its text was withdrawn, so another text is sent.
      if (guest.wantsText && guest.text === null && now < (guest.heldUntil ?? now))
        this.#text(id, guest, now);
      return;
    }
    this.#withdraw(id);
    this.#backInLine(id, position - 1);
    guest.paid = paid ?? false;
  }

  recall(id: string, position: number, now: number): void {
    const guest = this.guest(id);
    const isWalkIn = guest.sender === null;
    guest.pageGone ||= !isWalkIn && guest.endedAt !== null && this.#running(id, now) === null;
    this.offers.end(id);
    if (guest.admittedAt === null) {
      this.#backInLine(id, position - 1);
      // Deletes this visit from the undo offers of other visits, because the new place of this visit is unknown.
      this.offers.moved(id);
      Object.assign(guest, { moved: true, waitsSince: now });
      return;
    }
    Object.assign(guest, { status: 'admitted', endedAt: null, autoResolved: false });
    if (now < (guest.heldUntil ?? now)) return;
    const heldUntil = now + this.terms.holdMs;
    Object.assign(guest, { heldUntil, heldAgainAt: now, holdNoted: false, calledAgainAt: null });
  }

  choose(id: string, choice: TextChoice): void {
    const guest = this.guest(id);
    const phone = choice.phone === '' ? guest.phone : choice.phone;
    const { wantsText, language } = choice;
    const isSameWay = guest.wantsText === wantsText && guest.phone === phone;
    if (isSameWay && guest.language === language) return;
    Object.assign(guest, { wantsText, phone, language });
    if (!isSameWay) this.#consent(id, choice);
  }

  refusalToChange(id: string, change: PartyChange): RefusalCode | null {
    const guest = this.guest(id);
    const { waitingPreference: way, phoneNumber: phone = guest.phone } = change;
    const wantsText = way === undefined ? guest.wantsText : way === 'wait_anywhere';
    return wantsText && phone === '' ? 'phone_required' : null;
  }

  /** Staff change the facts of a party. The stories do not change the last name. */
  edit(id: string, change: PartyChange, now: number): void {
    const guest = this.guest(id);
    const { wantsText, phone, name } = guest;
    if (change.firstName !== undefined) guest.name = `${change.firstName}Putri`;
    if (guest.name !== name && !guest.earlierNames.includes(name))
      guest.earlierNames = [...guest.earlierNames, name];
    guest.size = change.numGuests ?? guest.size;
    guest.note = change.note ?? guest.note;
    guest.phone = change.phoneNumber ?? phone;
    if (change.waitingPreference !== undefined)
      guest.wantsText = change.waitingPreference === 'wait_anywhere';
    const isSameWay = guest.phone === phone && guest.wantsText === wantsText;
    const readable = (typed: string) => (isNumber(typed) ? typed : null);
    const isUntold =
      guest.text?.status === 'not_sent' &&
      guest.status === 'admitted' &&
      !guest.holdNoted &&
      now < (guest.heldUntil ?? now) &&
      readable(guest.phone) !== readable(phone);
    const isQueued = guest.text?.status === 'queued';
    if (isSameWay || !(isQueued || isUntold)) return;
    if (isQueued) this.texts.set(`${id} ${guest.calls}`, 'returned');
    guest.text = null;
    if (guest.wantsText) this.#text(id, guest, now);
  }

  refusalToCannotCome(id: string, now: number): RefusalCode | null {
    const guest = this.guest(id);
    if (guest.status === 'no_show') return null;
    if (guest.status === 'waiting' || this.isHidden(id, now)) return 'not_your_turn';
    return this.refusalToReply(id, now);
  }

  refusalToReply(id: string, now: number): RefusalCode | null {
    const guest = this.guest(id);
    if (guest.status === 'waiting' || this.isHidden(id, now)) return null;
    if (guest.status === 'left' || guest.status === 'removed') return 'not_waiting';
    if (guest.status !== 'admitted') return 'already_settled';
    return guest.holdNoted || (guest.heldUntil ?? now) <= now ? 'hold_over' : null;
  }

  /**
   * The refusal if a guest asks for more time. `accepted`: the place that the guest has agreed to. `at`: the place that
   * the guest would get, or null for the last guest in line.
   */
  refusalToMoreTime(id: string, accepted: number, at: number | null, now: number): RefusalCode | null {
    const guest = this.guest(id);
    const refusal = this.refusalToReply(id, now);
    if (refusal !== null) return refusal;
    if (guest.moreTimeAt !== null) return 'more_time_used';
    if (guest.status === 'admitted' && this.closed) return 'location_closed';
    if (at === null) return 'already_last';
    return at > accepted ? 'line_moved' : null;
  }

  /** Whether the guest has already got more time and asks for the place that the page shows. */
  hasMoreTimeAt(id: string, place: number, standsAt: number, now: number): boolean {
    return this.refusalToReply(id, now) === null && this.guest(id).moreTimeAt !== null && place === standsAt;
  }

  sayOnMyWay(id: string, now: number): void {
    this.guest(id).onMyWayAt ??= now;
  }

  takeMoreTime(id: string, position: number, now: number): void {
    const guest = this.guest(id);
    if (guest.status === 'admitted') {
      this.#withdraw(id);
      this.#backInLine(id, position - 1);
      this.offers.moved(id);
      Object.assign(guest, { onMyWayAt: null, waitsSince: now });
    } else {
      this.order.splice(this.order.indexOf(id), 1);
      this.order.splice(position - 1, 0, id);
      this.offers.moved(id);
    }
    guest.moved = true;
    guest.moreTimeAt = now;
  }

  /** Gives more time to a removed guest whose page does not show the removal yet. */
  takeMoreTimeHidden(id: string, position: number, now: number): void {
    const offer = this.offers.of(id);
    this.offers.moved(id);
    if (offer !== null) {
      offer.ahead = new Set(this.order.slice(0, position - 1));
      offer.behind = new Set(this.order.slice(position - 1));
    }
    Object.assign(this.guest(id), { moved: true, moreTimeAt: now });
  }

  set({ holdMs, afterHold, undo, capacity, paused, hours }: SettingsChange): void {
    const { terms } = this;
    if (holdMs !== undefined) terms.holdMs = holdMs;
    if (afterHold !== undefined) terms.afterHold = afterHold;
    if (undo !== undefined) terms.undo = undo;
    if (capacity !== undefined) terms.capacity = capacity;
    if (paused !== undefined) terms.paused = paused;
    if (hours !== undefined) terms.open = hours === null || hours.monday.length > 0;
  }

  close(now: number): void {
    this.offers.endAll();
    const everybody = this.order;
    for (const id of everybody) this.#end(id, 'removed', now);
    const nobody = { phone: '', name: '', note: '' };
    for (const guest of this.guests.values()) Object.assign(guest, { ...nobody, earlierNames: [] });
    this.closed = true;
  }

  /** Makes all changes that are due. One alarm can both end a hold and resolve the visit. */
  alarm(now: number): void {
    for (const guest of this.guests.values()) {
      if (guest.status !== 'admitted' || guest.heldUntil === null || guest.autoResolved) continue;
      if (guest.heldUntil <= now) guest.holdNoted = true;
      if (guest.heldUntil + UNRESOLVED_MS > now) continue;
      guest.autoResolved = true;
      if (this.terms.afterHold === 'no_show') Object.assign(guest, { status: 'no_show', endedAt: now });
    }
    this.offers.expire(now);
    // In these stories a location is always open or never open, so a closed location does not open within a day.
    for (const id of this.order)
      if (this.guest(id).waitsSince + LONGEST_WAIT_MS <= now) this.#end(id, 'removed', now);
  }

  wakesAt(): number | null {
    const ends = [...this.guests.values()].flatMap(({ status, autoResolved, holdNoted, heldUntil }) =>
      status !== 'admitted' || autoResolved || heldUntil === null
        ? []
        : heldUntil + (holdNoted ? UNRESOLVED_MS : 0),
    );
    ends.push(...this.offers.all.map(({ until }) => until));
    ends.push(...this.order.map((id) => this.guest(id).waitsSince + LONGEST_WAIT_MS));
    return ends.length === 0 ? null : Math.min(...ends);
  }

  /** Applies one step of a text. Throws if the step is impossible. */
  follow(step: Progress): void {
    const key = `${step.visitId} ${step.call}`;
    const guest = this.guest(step.visitId);
    const { cost, isShown, text } = stepOfText(
      guest,
      { cost: this.texts.get(key), phone: this.numbers.get(key) },
      step,
    );
    this.texts.set(key, cost);
    if (isShown) guest.text = text;
  }

  #running(id: string, now: number): Offer | null {
    const offer = this.offers.of(id);
    return offer !== null && now < offer.until ? offer : null;
  }

  #refusalToUndo(id: string, now: number): RefusalCode | null {
    const offer = this.#running(id, now);
    if (offer === null) return 'undo_over';
    return offer.of === 'remove' && !offer.paid ? this.#refusalToTake(now) : null;
  }

  #refusalToRecall(guest: Guest, now: number): RefusalCode | null {
    const { status, endedAt, heldUntil, admittedAt, paid } = guest;
    const end = status === 'admitted' ? (heldUntil ?? now) + UNRESOLVED_MS : endedAt;
    if (end === null || end > now || dayOf(end) !== dayOf(now)) return 'recall_over';
    if (this.closed) return 'recall_over';
    return admittedAt !== null || paid ? null : this.refusalToAdd(now);
  }

  #refusalToCallAgain(guest: Guest, now: number): RefusalCode | null {
    if (guest.holdNoted || (guest.heldUntil ?? now) <= now) return 'hold_over';
    if (guest.calledAgainAt !== null) return 'already_called';
    if (['queued', 'sending', 'unknown'].includes(guest.text?.status ?? '')) return 'text_on_its_way';
    if (!guest.wantsText || !isNumber(guest.phone)) return 'no_text_possible';
    return this.#canPayText(now) ? null : 'no_sms_credits';
  }

  #consent(visitId: string, { wantsText, phone, language }: TextChoice): void {
    if (wantsText && phone !== '') this.consents.push({ visitId, language });
  }

  #canPayText(now: number): boolean {
    const { trialEndsAt } = this.terms;
    return (trialEndsAt === null || now < trialEndsAt) && this.smsCredits() > 0;
  }

  #text(id: string, guest: Guest, now: number): void {
    if (!isNumber(guest.phone)) guest.text = { status: 'not_sent', error: 'number_unreachable' };
    else if (!this.#canPayText(now)) guest.text = { status: 'not_sent', error: 'no_sms_credits' };
    else {
      this.texts.set(`${id} ${guest.calls}`, 'pending');
      this.numbers.set(`${id} ${guest.calls}`, guest.phone);
      guest.text = { status: 'queued' };
    }
  }

  /** Ends the undo offer of a visit, and withdraws its text if the text is still queued. */
  #withdraw(id: string): void {
    this.offers.end(id);
    const guest = this.guest(id);
    if (guest.text?.status !== 'queued') return;
    this.texts.set(`${id} ${guest.calls}`, 'returned');
    guest.text = null;
  }

  #offer(id: string, of: Offer['of'], now: number): void {
    const { paid } = this.guest(id);
    this.offers.make(this.order, { id, of, until: now + UNDO_MS, paid });
  }

  #end(id: string, status: VisitStatus, now: number): void {
    this.#takeOut(id);
    Object.assign(this.guest(id), { status, endedAt: now });
  }

  #takeOut(id: string): void {
    this.order = this.order.filter((other) => other !== id);
  }

  #backInLine(id: string, index: number): void {
    this.order.splice(index, 0, id);
    Object.assign(this.guest(id), {
      status: 'waiting',
      admittedAt: null,
      heldUntil: null,
      heldAgainAt: null,
      endedAt: null,
      holdNoted: false,
      calledAgainAt: null,
      text: null,
    });
  }
}
