import { admins, roles } from '../schema/access.ts';
import { boolean, integer, list, object, text } from '../schema/field/field.ts';
import { defineEndpoint } from './endpoint.ts';

const id = integer({ label: { en: 'No.', zh: '编号' }, required: true });
const name = text({ label: { en: 'Name', zh: '名称' }, required: true });
/** These lists are always complete, but accept this parameter. */
const unpaged = { is_paginate: boolean({ label: { en: 'Pages', zh: '分页' } }) };
const owners = ['SuperAdmin', 'GeneralAdmin', 'Enterprise'] as const;

/** Products: their deployments and categories, their users, and the project of a licence key (B20, B22, C13). */
export const productEndpoints = {
  product_deployment_category_list: defineEndpoint({
    method: 'GET',
    path: '/v1/product_deployment_category/list',
    group: 'product',
    label: { en: 'Deployments with their categories', zh: '部署方式及类别' },
    roles,
    query: unpaged,
    answer: {
      pageOf: {
        id,
        name,
        categories: list(object({ id, name }, { label: { en: 'Category', zh: '类别' } }), {
          label: { en: 'Categories', zh: '类别' },
        }),
      },
    },
  }),
  product_deployment_list: defineEndpoint({
    method: 'GET',
    path: '/v1/product/deployment/list',
    group: 'product',
    label: { en: 'Deployments', zh: '部署方式' },
    roles,
    query: unpaged,
    answer: { pageOf: { id, name } },
  }),
  product_users: defineEndpoint({
    method: 'GET',
    path: '/v1/product/{id}/users',
    group: 'product',
    label: { en: 'Users who hold a product', zh: '持有某产品的用户' },
    roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'],
    scope: 'user:read',
    list: 'user',
    answer: { page: 'user' },
  }),
  product_user_key: defineEndpoint({
    method: 'GET',
    path: '/v1/product/{id}/user/{key}',
    group: 'product',
    label: { en: 'Find the project with a licence key', zh: '按许可码查询项目' },
    roles: owners,
    scope: 'project:read',
    answer: { record: 'project' },
  }),
  signing_keys: defineEndpoint({
    method: 'GET',
    path: '/v1/product/license/keys',
    group: 'product_license',
    label: { en: 'Signing keys', zh: '可用的签名密钥' },
    roles: admins,
    query: unpaged,
    answer: { pageOf: { id: text({ label: { en: 'Key', zh: '密钥' }, required: true }), name } },
  }),
};
