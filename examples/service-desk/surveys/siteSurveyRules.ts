import { createHash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { AppError } from '../../../server/core/appError.ts';
import type { RulesOf } from '../../../server/core/rules.ts';
import { insert } from '../../../server/db/write/store.ts';
import type { siteSurvey as declaration } from './siteSurvey.ts';
import { surveyFinding } from './surveyFinding.ts';

const day = 86_400_000;
const digest = (value: unknown) => createHash('sha256').update(String(value)).digest('hex');

const found = sql`(select count(*)::int from survey_finding f where f.survey_id = t.id and f.deleted_at is null)`;

/** Rules of a survey that its declaration cannot express. */
export const siteSurvey: RulesOf<typeof declaration> = {
  async beforeCreate(_context, { password, ...values }) {
    const parking = { ...(values.parking as object), ticket: `P-${values.code}` };
    const password_hash = password ? digest(password) : null;
    return { ...values, parking, password_hash };
  },
  transitions: {
    async close(context, row, { notice, ...input }) {
      if (!notice) return input;
      await insert(context, surveyFinding, { name: notice, survey_id: row.id }, { action: 'create' });
      return { ...input, verdict: `${input.verdict} (${notice})` };
    },
  },
  effects: {
    follow_up: {
      async within(_context, { code, round }) {
        if (round === 99) throw AppError.unprocessable('in_use', undefined, 'round');
        return { summary: `Nobody came to ${code}` };
      },
      async afterwards(context, { id }) {
        await insert(context, surveyFinding, { name: 'Call them', survey_id: id }, { action: 'create' });
      },
    },
  },
  actions: {
    postpone: async (_context, { visit_at }, { days }) => ({
      visit_at: new Date(visit_at.getTime() + Number(days) * day),
    }),
  },
  computed: {
    days_left: {
      from: ['visit_at'],
      value: (row, { now }) => Math.ceil((row.visit_at.getTime() - now.getTime()) / day),
    },
  },
  columns: { findings: found },
  conditions: { found: sql<SqlBool>`${found} > 0` },
  chosen: { hurried: sql<number[]>`case when t.urgent then array[-7] end` },
  parameters: {
    found: (wanted) => sql<SqlBool>`(${found} > 0) = ${wanted}`,
    visits_in: (interval) => {
      const [from = 0, until = 0] = String(interval)
        .split('/')
        .map((end) => Date.parse(end));
      return sql<SqlBool>`t.visit_at between ${new Date(from)} and ${new Date(until)}`;
    },
    within_days: (days, now) => sql<SqlBool>`t.visit_at <= ${new Date(now.getTime() + Number(days) * day)}`,
  },
};
