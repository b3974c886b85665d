import { createHash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { RowOf } from '../../../contract/schema/entity.ts';
import { AppError } from '../../../server/core/appError.ts';
import type { Context } from '../../../server/core/context.ts';
import type { RulesOf } from '../../../server/core/rules.ts';
import { audit } from '../../../server/db/write/audit.ts';
import { insert } from '../../../server/db/write/store.ts';
import { assetVisit } from './assetVisit.ts';
import type { serviceContract as declaration } from './serviceContract.ts';

type Contract = RowOf<typeof declaration>;
const day = 86_400_000;

async function plan(context: Context, { asset_id }: Contract, note: string): Promise<void> {
  const visit_on = context.now.toISOString().slice(0, 10);
  if (asset_id) await insert(context, assetVisit, { asset_id, note, visit_on }, { action: 'create' });
}

/** Rules of a service contract that its declaration cannot express. */
export const serviceContract: RulesOf<typeof declaration> = {
  // Runs before the transaction because hashing is slow; the rules below read the hash from the context.
  async prepare(_caller, { password }) {
    if (typeof password !== 'string') return {};
    return { password_hash: createHash('sha256').update(password).digest('hex') };
  },
  async beforeCreate({ prepared, trx }, { password: _, ...values }) {
    const { rows } = await sql<{ status: number }>`select status from assets where id = ${values.asset_id}`.execute(
      trx,
    );
    if (rows[0]?.status === 9) throw AppError.unprocessable('wrong_state', undefined, 'asset_id');
    return { ...values, ...prepared };
  },
  async beforeUpdate({ prepared }, row, { password: _, ...values }) {
    if (row.status === 1 && 'begins_on' in values) throw AppError.unprocessable('wrong_state', undefined, 'begins_on');
    return { ...values, ...prepared };
  },
  async afterCreate(context, row) {
    if (row.level === 3) await plan(context, row, 'Bring the spare parts');
  },
  async afterUpdate(context, before, row) {
    if (row.asset_id !== before.asset_id) await plan(context, row, 'Look at the other asset');
  },
  async beforeRemove(_context, row) {
    if (row.extensions > 0) throw AppError.unprocessable('in_use');
  },
  async beforeRestore(context, row) {
    if (row.ends_on && Date.parse(row.ends_on) < context.now.getTime()) throw AppError.unprocessable('wrong_state');
  },
  transitions: {
    end: async (_context, { extensions }) => ({ remark: `Extended ${extensions} times` }),
  },
  actions: {
    adjust: async (_context, { fee }, { percent }) => ({
      fee: Math.round(((fee ?? 0) * (100 + Number(percent))) / 100),
    }),
  },
  effects: {
    first_visit: { afterwards: (context, row) => plan(context, row, 'First visit') },
    count_extension: { within: async (_context, row, input) => ({ ...input, extensions: row.extensions + 1 }) },
  },
  withholds: ({ caller }) => (caller?.behalf_id ? ['gate_code'] : []),
  async afterGet(context, { id }) {
    await audit(context, { action: 'view_secret', entity: 'service_contract', id });
  },
  computed: {
    days_left: {
      from: ['ends_on'],
      value: ({ ends_on }, { now }) => ends_on && Math.ceil((Date.parse(ends_on) - now.getTime()) / day),
    },
  },
  columns: {
    visits: sql`(select count(*)::int from asset_visit v where v.asset_id = t.asset_id and v.deleted_at is null)`,
  },
  shown: {
    partner: (value, { role }) => (role === 'Enterprise' ? null : value),
  },
  parameters: {
    ends_within: (days, now) => sql<SqlBool>`t.ends_on <= ${new Date(now.getTime() + Number(days) * day)}::date`,
  },
  // Replaces the declared search: a text that looks like a number finds that contract number only.
  async search(_context, text) {
    return /^SC-\d{4}-\d+$/i.test(text)
      ? sql<SqlBool>`t.number = ${text.toUpperCase()}`
      : sql<SqlBool>`strpos(lower(t.subject), ${text.toLowerCase()}) > 0`;
  },
};
