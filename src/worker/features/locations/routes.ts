/** Routes to add, change and remove locations (`docs/spec.md` section 7, 10.5, 10.10, 10.15 and 10.19). */
import { ownersSettings, settingsChange } from '../../../shared/queue/settings.ts';
import { Hono } from 'hono';
import { addLocationRequest, changeAddressRequest } from '../../../shared/contracts/locations.ts';
import { addLocation, changeLocation, removeLocations, tellOfAddition } from './locations.ts';
import { editAddress } from './profiles.ts';
import { readBody, refuse } from '../../http/answers.ts';
import { afterAnswer } from '../../http/caller.ts';
import type { AppContext } from '../../http/context.ts';
import { actorOf } from '../../identity/members.ts';
import { requireMember, requireOwner } from '../../identity/require-member.ts';
import { answerAccount } from './account-answer.ts';

export const locations = new Hono<AppContext>()

  .post('/auth/locations', requireOwner, async (c) => {
    const read = await readBody(c, addLocationRequest);
    if (!read.ok) return read.response;
    const added = await addLocation(c.env, c.var.owner, read.body, Date.now());
    if (!added.ok) return refuse(c, added);
    afterAnswer(c, tellOfAddition(c.env, c.var.owner));
    return answerAccount(c, 201);
  })

  .patch('/auth/locations/:id', requireMember, async (c) => {
    const location = c.var.member.given.find(({ id }) => id === c.req.param('id'));
    if (!location) return refuse(c, 'not_found');
    const read = await readBody(c, settingsChange);
    if (!read.ok) return read.response;
    // On a device, only the setting `paused` can be changed.
    const isMore = Object.keys(read.body).some((name) => name !== 'paused');
    if (c.var.member.onDevice !== null && isMore) return refuse(c, 'not_your_role');
    const isOwners = ownersSettings.some((name) => read.body[name] !== undefined);
    if (isOwners && c.var.member.role !== 'owner') return refuse(c, 'not_your_role');
    const changed = await changeLocation(c.env, c.var.config, c.var.member, location, read.body);
    return changed.ok ? answerAccount(c, 200) : refuse(c, changed);
  })

  .put('/auth/locations/:id/address', requireMember, async (c) => {
    const { member } = c.var;
    const location = member.given.find(({ id }) => id === c.req.param('id'));
    if (!location) return refuse(c, 'not_found');
    const read = await readBody(c, changeAddressRequest);
    if (!read.ok) return read.response;
    const changed = await editAddress(c.env, member, location, read.body, Date.now());
    const by = actorOf({ role: member.role, userId: member.user.id });
    return changed.ok ? answerAccount(c, 200, by) : refuse(c, changed);
  })

  .delete('/auth/locations/:id', requireOwner, async (c) => {
    const location = c.var.owner.locations.find(({ id }) => id === c.req.param('id'));
    if (!location) return refuse(c, 'not_found');
    await removeLocations(c.env, [location], { kind: 'owner' }, Date.now());
    return answerAccount(c, 200);
  });
