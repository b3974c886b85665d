import { roles } from '../schema/access.ts';
import { integer, text } from '../schema/field/field.ts';
import { defineEndpoint, readEverything } from './endpoint.ts';

const label = (en: string, zh: string) => ({ en, zh });
const word = (en: string, zh: string) => text({ label: label(en, zh), required: true });

/** How many records a search returns, for one entity and in total (D2). */
export const maxSearchResults = { perEntity: 5, inTotal: 20 } as const;

/** The global search (D2). */
export const searchEndpoints = {
  search: defineEndpoint({
    method: 'GET',
    path: '/v1/search',
    group: 'search',
    label: label('Find records by code, name, key or e-mail', '按编号、名称、密钥或邮箱查找记录'),
    roles,
    scope: readEverything,
    query: { q: text({ label: label('Text', '文本'), required: true, max: 200 }) },
    answer: {
      pageOf: {
        entity: word('Entity', '对象类型'),
        id: integer({ label: label('No.', '编号'), required: true }),
        title: word('Title', '标题'),
        detail: text({ label: label('Other identification', '其他标识') }),
        path: word('Path in the console', '控制台中的地址'),
      },
    },
  }),
};
