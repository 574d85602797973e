/** The owner's calls on the live queue (`spec.md` section 7). Only the owner's own locations are ever searched. */
import { Hono, type Context } from 'hono';
import type { AppContext } from '../context.ts';
import type { LocationQueueCalls, VisitName } from '../queue/calls.ts';
import { locationById } from '../queue/locate.ts';
import { isCrossSite } from '../security/cross-site.ts';
import { refuse } from './answers.ts';
import { requireOwner } from './require-owner.ts';

export const ownerQueue = new Hono<AppContext>()

  .post('/auth/business/:username/queue/:customerKey/admit', requireOwner, (c) =>
    onVisit(c, 'admit', c.req.param('username'), { customerKey: c.req.param('customerKey') }),
  )

  .delete('/auth/business/:username/queue/:customerKey', requireOwner, (c) =>
    onVisit(c, 'remove', c.req.param('username'), { customerKey: c.req.param('customerKey') }),
  )

  .get('/auth/locations/:id/live', requireOwner, async (c) => {
    if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') return refuse(c, 'upgrade_required');
    if (isCrossSite(c.req.raw, c.var.config)) return refuse(c, 'bad_origin');
    const { locations, sessionTokenHash } = c.var.owner;
    const own = locations.find(({ id }) => id === c.req.param('id'));
    const response = await (own && locationById(c.env, own.id))?.fetch('https://location/live', {
      headers: { Upgrade: 'websocket', 'x-owner-session': sessionTokenHash },
    });
    return response?.status === 101 ? response : refuse(c, 'not_found');
  });

/** Tries the owner's locations one after the other: a visit is in one of them, or not theirs. */
async function onVisit(
  c: Context<AppContext>,
  action: keyof Pick<LocationQueueCalls, 'admit' | 'remove'>,
  username: string,
  name: VisitName,
): Promise<Response> {
  const { business, locations } = c.var.owner;
  if (business.username.toLowerCase() !== username.toLowerCase()) return refuse(c, 'not_found');
  for (const { id } of locations) {
    const reply = await locationById(c.env, id)?.[action](name);
    if (reply?.ok) return c.json({ success: true, customer: reply.visit }, 200);
    if (reply && reply.code !== 'not_found') return refuse(c, reply.code);
  }
  return refuse(c, 'not_found');
}
