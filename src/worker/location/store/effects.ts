/** Writes the effects of an outcome: consents and deliveries. Call `write` in the transaction of the outcome. */
import { guestCatalogues } from '../../../shared/copy/guest-catalogues.ts';
import type { Changes, VisitEffect } from '../../../shared/queue/decision.ts';
import { NOT_A_SUMMON } from '../../../shared/queue/rules/texts/texts.ts';
import { historyDelivery, reminderDelivery, textDelivery } from '../deliveries/payloads.ts';
import type { Consents } from './consents.ts';
import type { DeliveryRows } from './delivery-rows.ts';
import type { ReminderSubscriptions } from './reminder-subscriptions.ts';

type Tables = {
  locationId: string;
  consents: Consents;
  deliveries: DeliveryRows;
  reminderSubscriptions: ReminderSubscriptions;
};

export class Effects {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  write(effect: VisitEffect, { location, visits }: Changes, at: number): void {
    const visit = visits.find(({ id }) => id === effect.visitId);
    if (visit === undefined) throw new Error(`an effect without its visit: ${effect.kind}`);
    const { locationId, consents, deliveries } = this.#tables;
    switch (effect.kind) {
      case 'consent':
        consents.add({
          visitId: visit.id,
          wording: guestCatalogues[visit.language].preference.consent(location.profile.businessName),
          language: visit.language,
          givenAt: at,
        });
        break;
      case 'history':
        deliveries.enqueue(historyDelivery(locationId, location, visit, at), at);
        break;
      case 'turn_text':
        deliveries.enqueue(textDelivery(crypto.randomUUID(), visit, visit.summonCount, effect), at);
        break;
      case 'almost_there_text':
        deliveries.enqueue(textDelivery(crypto.randomUUID(), visit, NOT_A_SUMMON, effect), at);
        break;
      case 'cancel_text':
        deliveries.cancelText(visit.id, visit.summonCount);
        break;
      case 'remind':
        this.#remind(visit.id, effect, at);
        break;
      case 'cancel_reminders':
        deliveries.cancelReminders(visit.id);
        break;
      case 'delete_reminders':
        // Until `effect.at` the end of the visit can be undone, so the subscription is not deleted yet. Instead, a
        // reminder is enqueued that expires at `effect.at`. When this reminder ends, the subscription is deleted.
        if (effect.at > at)
          this.#remind(visit.id, { call: visit.summonCount, dueAt: effect.at, expiresAt: effect.at }, at);
        else this.#unsubscribe(visit.id);
        break;
    }
  }

  /** Enqueues a reminder of this call for each subscription of the visit. Cancels the reminders of earlier calls. */
  #remind(visitId: string, about: { call: number; dueAt: number; expiresAt: number }, at: number): void {
    const { deliveries, reminderSubscriptions } = this.#tables;
    deliveries.cancelReminders(visitId);
    for (const subscription of reminderSubscriptions.numbersOf(visitId))
      deliveries.enqueue(reminderDelivery(visitId, subscription, about), at);
  }

  #unsubscribe(visitId: string): void {
    this.#tables.deliveries.cancelReminders(visitId);
    this.#tables.reminderSubscriptions.deleteOf(visitId);
  }
}
