/**
 * Routes of the operator's commands and of the acts that wait for approval. The routes use the log-in of the admin
 * area.
 */
import { Hono, type Context } from 'hono';
import type { Refusal } from '../../../shared/queue/decision.ts';
import {
  businessListRequest,
  exportApproval,
  exportRequest,
  importFinishRequest,
  importPartRequest,
  importRequest,
  personRequest,
  restoreRequest,
  rotateRequest,
  withdrawRequest,
} from '../../../shared/contracts/operator.ts';
import { approve, listAskedActs, mailOwners, withdraw, type AskedAct, type MustWait } from './asked-acts.ts';
import { beginExport, goOnExporting, listBusinesses, type Purpose } from './business-export.ts';
import { beginImport, finishImport, takePart } from './business-import.ts';
import { erasePerson, exportPerson } from './person.ts';
import { restoreLocation } from './restore.ts';
import { rotateKeys } from './rotate.ts';
import { paymentAccountOf } from '../billing/customers.ts';
import { readBody, refuse } from '../../http/answers.ts';
import { afterAnswer } from '../../http/caller.ts';
import type { AppContext } from '../../http/context.ts';
import { requireOperator } from '../admin/require-operator.ts';

export const operator = new Hono<AppContext>()

  .post('/admin/export', requireOperator, (c) => answerExport(c, 'export'))
  .post('/admin/backup', requireOperator, (c) => answerExport(c, 'backup'))

  .post('/admin/export/approve', requireOperator, async (c) => {
    const read = await readBody(c, exportApproval);
    if (!read.ok) return read.response;
    return answerApproval(c, { kind: 'export', ...read.body });
  })

  .get('/admin/asked-acts', requireOperator, async (c) => c.json(await listAskedActs(c.env, Date.now()), 200))

  .post('/admin/asked-acts/withdraw', requireOperator, async (c) => {
    const read = await readBody(c, withdrawRequest);
    if (!read.ok) return read.response;
    const withdrawn = await withdraw(c.env, c.var.operator.name, read.body.id, Date.now());
    return withdrawn.ok ? c.json({ success: true }, 200) : refused(c, withdrawn);
  })

  .post('/admin/backup/list', requireOperator, async (c) => {
    const read = await readBody(c, businessListRequest);
    if (!read.ok) return read.response;
    return c.json(await listBusinesses(c.env, c.var.operator.name, read.body.after, Date.now()), 200);
  })

  .post('/admin/import', requireOperator, async (c) => {
    const read = await readBody(c, importRequest);
    if (!read.ok) return read.response;
    const begun = await beginImport(c.env, c.var.operator.name, read.body.account, Date.now());
    if (!begun.ok) return refused(c, begun);
    return c.json({ importId: begun.importId, locations: begun.locations }, 200);
  })

  .post('/admin/import/part', requireOperator, async (c) => {
    const read = await readBody(c, importPartRequest);
    if (!read.ok) return read.response;
    const taken = await takePart(c.env, read.body, Date.now());
    return taken.ok ? c.json({ success: true }, 200) : refused(c, taken);
  })

  .post('/admin/import/finish', requireOperator, async (c) => {
    const read = await readBody(c, importFinishRequest);
    if (!read.ok) return read.response;
    const { config } = c.var;
    const here = { payments: paymentAccountOf(config), phoneHashKey: config.phoneHashKey };
    const done = await finishImport(c.env, c.var.operator.name, read.body, here, Date.now());
    return done.ok ? c.json({ payments: done.payments }, 200) : refused(c, done);
  })

  .post('/admin/restore', requireOperator, async (c) => {
    const read = await readBody(c, restoreRequest);
    if (!read.ok) return read.response;
    const to = 'at' in read.body ? Date.parse(read.body.at) : read.body.bookmark;
    const restored = await restoreLocation(c.env, c.var.operator.name, read.body.locationId, to, Date.now());
    if (!restored.ok) return refused(c, restored);
    return c.json({ bookmark: restored.bookmark, undo: restored.undo }, 200);
  })

  .post('/admin/rotate', requireOperator, async (c) => {
    const read = await readBody(c, rotateRequest);
    if (!read.ok) return read.response;
    const rotated = await rotateKeys(c.env, c.var.operator.name, read.body.after, Date.now());
    if (!rotated.ok) return refused(c, rotated);
    const { resealed, away, next } = rotated;
    return c.json({ resealed, away, next }, 200);
  })

  .post('/admin/person/export', requireOperator, async (c) => {
    const read = await readBody(c, personRequest);
    if (!read.ok) return read.response;
    const told = await exportPerson(
      c.env,
      c.var.operator.name,
      c.var.config.phoneHashKey,
      read.body,
      Date.now(),
    );
    return told.ok ? c.json(told.answer, 200) : refused(c, told);
  })

  .post('/admin/person/erase', requireOperator, async (c) => {
    const read = await readBody(c, personRequest);
    if (!read.ok) return read.response;
    const erased = await erasePerson(
      c.env,
      c.var.operator.name,
      c.var.config.phoneHashKey,
      read.body,
      Date.now(),
    );
    return erased.ok ? c.json(erased.answer, 200) : refused(c, erased);
  })

  .post('/admin/person/erase/approve', requireOperator, async (c) => {
    const read = await readBody(c, personRequest);
    if (!read.ok) return read.response;
    return answerApproval(c, { kind: 'erase', ...read.body });
  });

async function answerExport(c: Context<AppContext>, purpose: Purpose): Promise<Response> {
  const read = await readBody(c, exportRequest);
  if (!read.ok) return read.response;
  const { username, cursor, seal } = read.body;
  const wanted = { operator: c.var.operator.name, username, purpose };
  const { origin, phoneHashKey } = c.var.config;
  const about = { origin, phoneHashKey, payments: paymentAccountOf(c.var.config), seal };
  const said =
    cursor === null
      ? await beginExport(c.env, wanted, about, Date.now())
      : await goOnExporting(c.env, wanted, { cursor, seal }, Date.now());
  return said.ok ? c.json({ parts: said.parts, next: said.next }, 200) : refused(c, said);
}

async function answerApproval(c: Context<AppContext>, act: AskedAct): Promise<Response> {
  const by = { operator: c.var.operator.name, act };
  const approved = await approve(c.env, c.var.config.phoneHashKey, by, Date.now());
  return approved.ok ? c.json({ success: true }, 200) : refused(c, approved);
}

function refused(c: Context<AppContext>, no: MustWait | Refusal): Response {
  if ('owners' in no) afterAnswer(c, mailOwners(c.env, c.var.config, no, Date.now()));
  return refuse(c, no);
}
