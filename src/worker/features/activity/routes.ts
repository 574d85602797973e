/** Routes of a location's activity: who did what, as pages and as a file. */
import { Hono } from 'hono';
import { activityFilter, activityQuery } from '../../../shared/contracts/activity.ts';
import { calendarDay } from '../../../shared/time/day-figures.ts';
import { readQuery, refuse } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { csvCopyFor } from '../../http/csv-copy.ts';
import { attachment, inFileName } from '../../http/csv.ts';
import { consumeRateLimit, limits } from '../../http/rate-limits.ts';
import { requireMember } from '../../identity/require-member.ts';
import { exportActivity } from './activity-csv.ts';
import { activityOf } from './activity.ts';

export const activity = new Hono<AppContext>()

  .get('/auth/locations/:id/activity', requireMember, async (c) => {
    const location = c.var.member.given.find(({ id }) => id === c.req.param('id'));
    if (!location) return refuse(c, 'not_found');
    const read = readQuery(c, activityQuery);
    if (!read.ok) return read.response;
    const session = c.var.member.sessionTokenHash;
    const within = await consumeRateLimit(c.env, limits.activityPerSession, session, Date.now());
    if (!within.ok) return refuse(c, within);
    const result = await activityOf(c.env, location, read.query);
    return result.ok ? c.json(result.page, 200) : refuse(c, result.code);
  })

  .get('/auth/locations/:id/activity.csv', requireMember, async (c) => {
    const { user, business, given } = c.var.member;
    const location = given.find(({ id }) => id === c.req.param('id'));
    if (!location) return refuse(c, 'not_found');
    const read = readQuery(c, activityFilter);
    if (!read.ok) return read.response;
    const now = Date.now();
    const within = await consumeRateLimit(c.env, limits.exportPerAccount, business.id, now);
    if (!within.ok) return refuse(c, within);
    const { activityCopy } = await csvCopyFor(user.language);
    const result = await exportActivity(c.env, location, read.query, activityCopy);
    if (!result.ok) return refuse(c, result.code);
    const { username } = business;
    const day = read.query.day ?? calendarDay(now, location.timezone);
    const name = activityCopy.file({ username, place: inFileName(location.address), day });
    return c.body(result.file, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(name),
    });
  });
