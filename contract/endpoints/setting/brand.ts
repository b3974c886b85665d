import { defineEndpoint } from '../endpoint.ts';

/** The logo of the console, for pages without a session (issue 35, section 6). */
export const brandEndpoints = {
  product_logo: defineEndpoint({
    method: 'GET',
    path: '/v1/setting/product/logo/{key}',
    group: 'product_setting',
    label: { en: 'A logo of the console, by the hash of its content', zh: '按内容哈希获取控制台标识' },
    roles: 'anybody',
    answer: { media: ['image/png', 'image/webp'] },
    cached: true,
  }),
};
