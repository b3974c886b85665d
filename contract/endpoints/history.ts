import { meterings } from '../choices/product.ts';
import { roleChoices } from '../choices/user.ts';
import { roles } from '../schema/access.ts';
import { boolean, choice, dateTime, integer, json, object, text } from '../schema/field/field.ts';
import { historyRoles } from '../timeline/history.ts';
import { defineEndpoint, entityInPath } from './endpoint.ts';

const label = (en: string, zh: string) => ({ en, zh });

/** The answer of a timeline. */
export const timelineAnswer = {
  pageOf: {
    at: dateTime({ label: label('Time', '时间'), required: true }),
    /** True if the event has only a date; `at` is then its midnight in UTC. */
    is_day: boolean({ label: label('Is a date', '是否为日期'), required: true }),
    /** The names of the parts that lead to it (`licences.mails`); empty for an event of the record itself. */
    part: text({ label: label('Part', '组成部分'), required: true }),
    entity: text({ label: label('Object', '对象'), required: true }),
    kind: text({ label: label('Event', '事件'), required: true }),
    role_id: choice(roleChoices, { label: label('Role', '角色') }),
    actor: text({ label: label('Actor', '操作人') }),
    detail: text({ label: label('Detail', '详情') }),
    quantity: integer({ label: label('Quantity', '数量') }),
    product: object(
      {
        metering: choice(meterings, { label: label('Metering', '计量方式') }),
        unit: text({ label: label('Unit', '单位') }),
      },
      { label: label('Metered product', '计量产品') },
    ),
    comment: text({ label: label('Comment', '备注') }),
  },
} as const;

/** Who changed a record (issue 14, point 6), and its timeline (point 1). */
export const historyEndpoints = {
  history: defineEndpoint({
    method: 'GET',
    path: '/v1/history/{entity}/{id}',
    group: 'history',
    label: label('Change history of a record', '记录的变更历史'),
    roles: historyRoles,
    scope: entityInPath,
    query: { page: integer({ label: label('Page', '页码'), min: 1, max: 100_000 }) },
    answer: {
      pageOf: {
        id: integer({ label: label('No.', '编号'), required: true }),
        at: dateTime({ label: label('Time', '时间'), required: true }),
        action: text({ label: label('Action', '操作'), required: true }),
        failed: boolean({ label: label('Failed', '失败'), required: true }),
        role_id: choice(roleChoices, { label: label('Role', '角色') }),
        actor: text({ label: label('Actor', '操作人') }),
        behalf_of: text({ label: label('Acting for', '代客操作对象') }),
        /** The changed values by field name (`params.comment`). Both objects have the same names. */
        before: json({ label: label('Before', '变更前'), required: true }),
        after: json({ label: label('After', '变更后'), required: true }),
      },
    },
  }),
  use: defineEndpoint({
    method: 'GET',
    path: '/v1/use/{entity}/{id}',
    group: 'history',
    label: label('References that keep a record from being deleted', '阻止删除记录的引用'),
    roles,
    scope: entityInPath,
    answer: {
      pageOf: {
        entity: text({ label: label('Object', '对象'), required: true }),
        by: text({ label: label('Referring field', '引用字段'), required: true }),
        through: text({
          label: label('Through a record that is deleted with it', '经由随之删除的对象'),
          required: true,
        }),
        count: integer({ label: label('Count', '数量'), required: true }),
        is_more: boolean({ label: label('There are more', '还有更多'), required: true }),
      },
    },
  }),
  timeline: defineEndpoint({
    method: 'GET',
    path: '/v1/timeline/{entity}/{id}',
    group: 'history',
    label: label('Timeline of a record', '记录的时间线'),
    roles,
    scope: entityInPath,
    answer: timelineAnswer,
  }),
};
