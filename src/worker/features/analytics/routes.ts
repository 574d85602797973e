/** Routes of a location's past visits: the charts of the dashboard and the export as a file. */
import { Hono } from 'hono';
import { exportRange } from '../../../shared/contracts/analytics.ts';
import { calendarDay } from '../../../shared/time/day-figures.ts';
import { loadAnalytics } from './analytics.ts';
import { exportHistory } from './export.ts';
import { loadMemberCharts } from './member-charts.ts';
import { attachmentHeader, HistoryLines } from './history-csv.ts';
import { csvCopyFor } from '../../http/csv-copy.ts';
import { limits, consumeRateLimit } from '../../http/rate-limits.ts';
import { readQuery, refuse } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { requireMember } from '../../identity/require-member.ts';

export const analytics = new Hono<AppContext>()

  .get('/auth/locations/:id/analytics', requireMember, async (c) => {
    const location = c.var.member.given.find(({ id }) => id === c.req.param('id'));
    if (!location) return refuse(c, 'not_found');
    return c.json(await loadAnalytics(c.env, location, Date.now()), 200);
  })

  .get('/auth/locations/:id/analytics/members', requireMember, async (c) => {
    const location = c.var.member.given.find(({ id }) => id === c.req.param('id'));
    if (!location) return refuse(c, 'not_found');
    const result = await loadMemberCharts(c.env, location, Date.now());
    return result.ok ? c.json(result.charts, 200) : refuse(c, result.code);
  })

  .get('/auth/locations/:id/history.csv', requireMember, async (c) => {
    const { user, business, given } = c.var.member;
    const location = given.find(({ id }) => id === c.req.param('id'));
    if (!location) return refuse(c, 'not_found');
    const read = readQuery(c, exportRange);
    if (!read.ok) return read.response;
    const now = Date.now();
    const within = await consumeRateLimit(c.env, limits.exportPerAccount, business.id, now);
    if (!within.ok) return refuse(c, within);
    const { id, address, timezone } = location;
    const { export: say } = (await csvCopyFor(user.language)).analyticsCopy;
    const lines = new HistoryLines(say);
    const file = await exportHistory(c.env, { id, address, timezone }, read.query, lines, now);
    const about = { username: business.username, address, today: calendarDay(now, timezone) };
    return c.body(file, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachmentHeader(say, about, read.query),
    });
  });
