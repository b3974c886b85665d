import { applicationSources } from '../../choices/application.ts';
import { meterings } from '../../choices/product.ts';
import { choice, dateTime, integer, longText, mail, object, reference, text } from '../../schema/field/field.ts';
import { success } from '../auth.ts';
import { defineEndpoint } from '../endpoint.ts';

const label = (en: string, zh: string) => ({ en, zh });
const line = (en: string, zh: string) => text({ label: { en, zh }, required: true, max: 200 });
const hosts = integer({
  label: label('Quantity', '数量'),
  unitOf: 'product',
  required: true,
  min: 1,
  max: 1_000_000,
});
const linkSources = applicationSources.filter((one) => one.id === 0 || one.id === 3 || one.id === 4);

/** Applications by a signed link, for anybody who has the link (B30). */
export const allocationEndpoints = {
  application_link: defineEndpoint({
    method: 'POST',
    path: '/v1/application/link',
    group: 'application',
    label: label('Create a public application link for a project', '生成项目的公开申请链接'),
    roles: ['SuperAdmin', 'GeneralAdmin', 'Enterprise'],
    scope: 'application:link',
    body: {
      source: choice(linkSources, { label: label('Source', '来源'), required: true }),
      project_id: reference('project', {
        label: label('Project', '项目'),
        required: true,
        where: { status: 1, enabled: true },
      }),
      days: integer({ label: label('Valid for (days)', '有效天数'), required: true, min: 1, max: 365 }),
    },
    answer: {
      fields: {
        token: line('Token', '令牌'),
        url: line('Address', '地址'),
        expires_at: dateTime({ label: label('Valid until', '有效期至'), required: true }),
      },
    },
  }),
  application_link_get: defineEndpoint({
    method: 'GET',
    path: '/v1/application/{token}',
    group: 'application',
    label: label('Retrieve an application link', '查看申请链接'),
    roles: 'anybody',
    answer: {
      fields: {
        source: choice(applicationSources, { label: label('Source', '来源'), required: true }),
        project_name: line('Project', '项目'),
        product_name: line('Product', '产品'),
        product: object(
          {
            metering: choice(meterings, { label: label('Metering', '计量方式') }),
            unit: text({ label: label('Unit', '单位'), max: 20 }),
          },
          { label: label('Metering of the product', '产品的计量'), required: true },
        ),
        expires_at: dateTime({ label: label('Valid until', '有效期至'), required: true }),
      },
    },
  }),
  application_link_apply: defineEndpoint({
    method: 'POST',
    path: '/v1/application/{token}',
    group: 'application',
    label: label('Submit an application through a link', '通过链接提交申请'),
    roles: 'anybody',
    body: {
      hosts,
      mail: mail({ label: label('E-mail', '邮箱'), required: true }),
      comment: longText({ label: label('Comment', '备注'), max: 500 }),
    },
    answer: { fields: success },
  }),
};
