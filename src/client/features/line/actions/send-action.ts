import { customerKey, visitAnswer, type VisitView } from '../../../../shared/contracts/queue-view.ts';
import { request } from '../../../lib/api.ts';
import type { RowAction } from '../live/predict.ts';

/** Sends an action and returns the visit after the action. Throws `ApiError`. */
export async function sendAction(
  username: string,
  locationId: string,
  action: RowAction,
): Promise<VisitView> {
  const { customer } = await callFor(username, locationId, action);
  return customer;
}

function callFor(username: string, locationId: string, action: RowAction) {
  const { kind, visit } = action;
  if (kind === 'admit' || kind === 'remove') {
    // Admit and Remove have their own calls in the specification (`docs/spec.md` section 7). With `locationId` the
    // server need not search the member's other locations.
    const key = encodeURIComponent(customerKey(visit));
    const path = `/auth/business/${encodeURIComponent(username)}/queue/${key}`;
    return kind === 'admit'
      ? request('POST', `${path}/admit?locationId=${locationId}`, { schema: visitAnswer })
      : request('DELETE', `${path}?locationId=${locationId}`, { schema: visitAnswer });
  }
  const path = `/auth/locations/${locationId}/visits/${encodeURIComponent(visit.id)}/${kind}`;
  switch (kind) {
    case 'move':
      return request('POST', path, { schema: visitAnswer, body: { position: action.position } });
    case 'edit':
      return request('POST', path, { schema: visitAnswer, body: action.change });
    default:
      return request('POST', path, { schema: visitAnswer });
  }
}
