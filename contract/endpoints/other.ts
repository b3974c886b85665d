import { comment } from '../entities/shared/sharedFields.ts';
import { subscriptionRequest } from '../entities/shared/subscriptionRequest.ts';
import { roles } from '../schema/access.ts';
import { boolean, dateTime, decimal, integer, list, object, text } from '../schema/field/field.ts';
import { success } from './auth.ts';
import { defineEndpoint, readEverything } from './endpoint.ts';

const label = (en: string, zh: string) => ({ en, zh });
const { company, contact_man, contact_mail, contact_phone, wish, hosts } = subscriptionRequest;
const open = <F extends object>(field: F) => ({ ...field, readOnly: false });
const uuid = text({ label: label('Message', '消息'), required: true, max: 36 });
const number = (en: string, zh: string) => integer({ label: label(en, zh), required: true });
const word = (en: string, zh: string) => text({ label: label(en, zh), required: true });
/** A sum: its whole part, and all its digits. */
const unitSum = {
  value: number('Sum; of decimals its whole part', '合计；小数字段为其整数部分'),
  sum: decimal({ label: label('Exact sum', '精确合计'), required: true }),
};
const sums = list(
  object(
    {
      unit: text({ label: label('Unit or currency; null for hosts', '单位或币种；按台计量时为空') }),
      ...unitSum,
    },
    { label: label('Sum of one unit', '单位合计'), required: true },
  ),
  { label: label('Sums by unit', '各单位合计') },
);
const point = object(
  {
    value: word('Month, day or id', '月份、日期或编号'),
    name: word('Name', '名称'),
    count: number('Count', '计数'),
    sums,
  },
  { label: label('Part', '部分'), required: true },
);

/** Messages (B10), subscriptions (B26, C17), usage (B38), the dashboard (B24) and the API document. */
export const otherEndpoints = {
  notification_update: defineEndpoint({
    method: 'POST',
    path: '/v1/notification/update',
    group: 'notification',
    label: label('Mark messages as read', '标记消息为已读'),
    roles,
    scope: 'notification:edit',
    body: { ids: list(uuid, { label: label('Messages', '消息'), required: true, max: 1000 }) },
    answer: { fields: success },
  }),
  notification_update_all: defineEndpoint({
    method: 'POST',
    path: '/v1/notification/update/all',
    group: 'notification',
    label: label('Mark all messages as read', '全部标记为已读'),
    roles,
    scope: 'notification:edit',
    answer: { fields: success },
  }),
  notification_delete_all: defineEndpoint({
    method: 'POST',
    path: '/v1/notification/delete/all',
    group: 'notification',
    label: label('Delete all messages', '清空消息'),
    roles,
    scope: 'notification:remove',
    answer: { fields: success },
  }),
  subscription_create: defineEndpoint({
    method: 'POST',
    path: '/v1/subscription',
    group: 'subscription',
    label: label('Request a subscription', '提交订阅申请'),
    roles: 'anybody',
    body: {
      company: open(company),
      contact_man: open(contact_man),
      contact_mail: open(contact_mail),
      contact_phone: open(contact_phone),
      wish: open(wish),
      hosts: open(hosts),
      comment,
    },
    answer: { fields: { code: word('Code', '订阅编号') } },
  }),
  usage: defineEndpoint({
    method: 'POST',
    path: '/v1/usage',
    group: 'usage',
    label: label('Report the usage of a licence, by the product itself', '产品上报许可用量'),
    roles: 'licence',
    body: { used: integer({ label: label('Used', '已用'), required: true, min: 0, max: 1_000_000_000 }) },
    answer: { fields: success },
  }),
  dashboard: defineEndpoint({
    method: 'GET',
    path: '/v1/dashboard',
    group: 'dashboard',
    onlyReads: true,
    label: label('Metrics and charts of your role', '当前角色的统计'),
    roles,
    scope: readEverything,
    query: {
      time_zone: text({
        label: label(
          'Time zone of the months and days, such as Asia/Shanghai; UTC by default',
          '月份和日期所用时区，默认 UTC',
        ),
        max: 64,
      }),
    },
    answer: {
      fields: {
        numbers: list(
          object(
            {
              key: word('Key', '键'),
              value: number(
                'Count, or sum of hosts; of decimals its whole part',
                '计数，或按台计量的合计；小数字段为其整数部分',
              ),
              sum: decimal({ label: label('Exact sum; null for a count', '精确合计；计数时为空') }),
              units: list(
                object(
                  { unit: word('Unit', '单位'), ...unitSum },
                  { label: label('Sum of one unit', '单位合计'), required: true },
                ),
                { label: label('Sums in other units', '其他计量单位的合计') },
              ),
              since: dateTime({ label: label('Since', '起始时间') }),
            },
            { label: label('Metric', '指标'), required: true },
          ),
          { label: label('Metrics', '指标') },
        ),
        outbox: boolean({ label: label('E-mails are kept in a folder, not sent', '邮件保存在文件夹中，未发送') }),
        charts: list(
          object(
            { key: word('Key', '键'), points: list(point, { label: label('Parts', '部分'), max: 400 }) },
            { label: label('Chart', '图表'), required: true },
          ),
          { label: label('Charts', '图表') },
        ),
      },
    },
  }),
  openapi: defineEndpoint({
    method: 'GET',
    path: '/v1/openapi.json',
    group: 'document',
    label: label('OpenAPI document', 'OpenAPI 文档'),
    roles: 'anybody',
    answer: { media: 'application/json' },
  }),
};
