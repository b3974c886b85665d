import { results } from '../choices/audit.ts';
import { everything } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, choice, integer, object, reference, text } from '../schema/field/field.ts';

/** What happened, who did it and how it ended. Append-only (C10). */
export const audit = defineEntity({
  name: 'audit',
  label: { en: 'Audit entry', zh: '审计记录' },
  labels: { en: 'Audit', zh: '审计' },
  title: 'id',
  icon: 'audit',
  fields: {
    actor_id: reference('user', { label: { en: 'Actor', zh: '操作人' }, readOnly: true }),
    behalf_id: reference('user', {
      label: { en: 'Acting salesman', zh: '代客操作的销售' },
      readOnly: true,
    }),
    action: text({ label: { en: 'Action', zh: '操作' }, readOnly: true, required: true, max: 60, names: 'action' }),
    entity: text({ label: { en: 'Object', zh: '对象' }, readOnly: true, max: 60, names: 'entity' }),
    entity_id: integer({ label: { en: 'Record number', zh: '记录编号' }, readOnly: true }),
    record_name: text({ label: { en: 'Record', zh: '记录' }, readOnly: true, computed: true }),
    /** The address in the console where the reader finds the record. */
    record_path: text({ label: { en: 'Address of the record', zh: '记录地址' }, readOnly: true, computed: true }),
    before: object({}, { label: { en: 'Before', zh: '变更前' }, readOnly: true, detailOnly: true }),
    after: object({}, { label: { en: 'After', zh: '变更后' }, readOnly: true, detailOnly: true }),
    address: text({ label: { en: 'Address', zh: '地址' }, readOnly: true, max: 64 }),
    agent: text({ label: { en: 'Agent', zh: '客户端' }, readOnly: true, max: 300, detailOnly: true }),
    request_id: text({ label: { en: 'Request', zh: '请求编号' }, readOnly: true, max: 64, detailOnly: true }),
    result: choice(results, { label: { en: 'Result', zh: '结果' }, readOnly: true, default: 'done' }),
    /** Proves that the product itself wrote the entry (server/db/write/auditSignature.ts). */
    mark: text({ label: { en: 'Mark', zh: '校验码' }, readOnly: true, hidden: true, max: 80 }),
  },
  access: { list: ['SuperAdmin'], rows: { SuperAdmin: everything } },
  metrics: {
    acting: {
      label: { en: 'Acting sessions', zh: '代客操作会话' },
      roles: ['SuperAdmin'],
      order: 60,
      only: { acting: true },
      since: 'created_at',
    },
  },
  list: {
    columns: ['created_at', 'actor_id', 'action', 'entity', 'record_name', 'result', 'behalf_id', 'address'],
    identifies: ['created_at', 'action', 'record_name'],
    card: ['actor_id', 'action', 'entity', 'record_name', 'behalf_id'],
    filters: ['entity', 'action', 'result', 'actor_id'],
    // The names of actions and entities are searched without the database (server/core/audit/auditSearch.ts).
    search: ['actor.name'],
    notInGlobalSearch: true,
    range: 'created_at',
    sortable: ['entity_id'],
    summaries: [{ by: ['entity', 'action', 'result'] }],
    parameters: { acting: boolean({ label: { en: 'Acting now', zh: '正在代客操作' } }) },
  },
  detail: { summary: ['created_at', 'actor_id', 'behalf_id', 'action', 'entity', 'record_name', 'result', 'address'] },
  screens: [{ path: '/audit', roles: ['SuperAdmin'], menu: { order: 60 } }],
});
