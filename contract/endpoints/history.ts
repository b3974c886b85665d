import { roleChoices } from '../choices/user.ts';
import { defineEndpoint } from '../endpoint.ts';
import { boolean, choice, dateTime, integer, json, text } from '../field.ts';
import { historyRoles } from '../history.ts';

const label = (en: string, zh: string) => ({ en, zh });

/** Who changed a record (issue 14, point 6). */
export const historyEndpoints = {
  history: defineEndpoint({
    method: 'GET',
    path: '/v1/history/{entity}/{id}',
    group: 'history',
    label: label('Who changed a record, when, and what', '记录的变更历史'),
    roles: historyRoles,
    query: { page: integer({ label: label('Page', '页码'), min: 1, max: 100_000 }) },
    answer: {
      pageOf: {
        id: integer({ label: label('No.', '编号'), required: true }),
        at: dateTime({ label: label('When', '时间'), required: true }),
        action: text({ label: label('Action', '操作'), required: true }),
        failed: boolean({ label: label('Failed', '失败'), required: true }),
        role_id: choice(roleChoices, { label: label('Role', '角色') }),
        actor: text({ label: label('Who', '操作人') }),
        behalf_of: text({ label: label('Acting for', '代客操作对象') }),
        /** Both by the names of the fields that differ (`params.comment`), and with the same names. */
        before: json({ label: label('Before', '变更前'), required: true }),
        after: json({ label: label('After', '变更后'), required: true }),
      },
    },
  }),
};
