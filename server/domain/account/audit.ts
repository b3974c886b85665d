import { type SqlBool, sql } from 'kysely';
import { recordPath, recordPlaceSql, recordTitle, recordTitleSql } from '../../core/audit/auditRecord.ts';
import { auditSearch } from '../../core/audit/auditSearch.ts';
import type { EntityRules } from '../../core/rules.ts';
import { isAliveAt } from './session.ts';

export const audit: EntityRules<'audit'> = {
  search: auditSearch,
  columns: { record_name: recordTitleSql, record_path: recordPlaceSql },
  computed: {
    record_name: { from: [], value: (row, { language }) => recordTitle(row['record_name'], language) },
    record_path: { from: ['entity'], value: (row, reader) => recordPath(row['record_path'], row.entity, reader) },
  },
  parameters: {
    // The entry of a salesman who began to act names the session; while that session is open they act.
    acting(wanted, now) {
      const open = sql<SqlBool>`t.action = 'act' and exists (select 1 from session s
        where s.id = (t.after ->> 'session_id')::int and ${isAliveAt(now)})`;
      return wanted ? sql<SqlBool>`(${open})` : sql<SqlBool>`not (${open})`;
    },
  },
};
