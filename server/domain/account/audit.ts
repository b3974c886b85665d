import { type SqlBool, sql } from 'kysely';
import type { Rows } from '../../../contract/index.ts';
import { recordPath, recordPlace, recordTitle } from '../../core/audit/auditRecord.ts';
import { auditSearch } from '../../core/audit/auditSearch.ts';
import type { Rules } from '../../core/rules.ts';
import { alive } from './session.ts';

export const audit: Rules<Rows['audit']> = {
  search: auditSearch,
  columns: { record_name: recordTitle, record_path: recordPlace },
  computed: {
    record_path: { from: ['entity'], value: (row, reader) => recordPath(row['record_path'], row.entity, reader) },
  },
  narrow: {
    // The entry of a salesman who began to act names the session; while that session is open they act.
    acting(wanted, now) {
      const open = sql<SqlBool>`t.action = 'act' and exists (select 1 from session s
        where s.id = (t.after ->> 'session_id')::int and ${alive(now)})`;
      return wanted ? sql<SqlBool>`(${open})` : sql<SqlBool>`not (${open})`;
    },
  },
};
