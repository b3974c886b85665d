import { admins, roles } from '../access.ts';
import { defineEndpoint } from '../endpoint.ts';
import { boolean, integer, list, object, reference, text } from '../field.ts';

const id = integer({ label: { en: 'No.', zh: '编号' }, required: true });
const name = text({ label: { en: 'Name', zh: '名称' }, required: true });
/** A list that is always whole takes the word for it. */
const unpaged = { is_paginate: boolean({ label: { en: 'Pages', zh: '分页' } }) };
const owners = ['SuperAdmin', 'GeneralAdmin', 'Enterprise'] as const;

/** Products: their deployments and categories, their users, and where a licence key belongs (B20, B22, C13). */
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
    label: { en: 'The users who hold a product', zh: '持有某产品的用户' },
    roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'],
    list: 'user',
    answer: { page: 'user' },
  }),
  product_user_key: defineEndpoint({
    method: 'GET',
    path: '/v1/product/{id}/user/{key}',
    group: 'product',
    label: { en: 'The project that holds a licence key', zh: '按授权码查询项目' },
    roles: owners,
    answer: { record: 'project' },
  }),
  project_relocation: defineEndpoint({
    method: 'POST',
    path: '/v1/project/relocation/{id}',
    group: 'project',
    label: { en: 'Move a project to another sub-user, or to another enterprise', zh: '转移项目到其他子用户或企业' },
    roles: owners,
    body: {
      sub_user_id: reference('user', {
        label: { en: 'Sub-user', zh: '子用户' },
        where: { role_id: 5 },
        hint: { en: 'Leave empty to keep it with the enterprise', zh: '留空则由企业自行管理' },
      }),
      enterprise_id: reference('enterprise', {
        label: { en: 'Enterprise', zh: '企业' },
        where: { status: 1 },
        hint: {
          en: 'It must hold the product; a project with live licences stays',
          zh: '目标企业须已拥有该产品；仍有有效许可的项目不能转移',
        },
      }),
    },
    answer: { record: 'project' },
  }),
  signing_keys: defineEndpoint({
    method: 'GET',
    path: '/v1/product/license/keys',
    group: 'product_license',
    label: { en: 'The keys that may sign', zh: '可用的签名密钥' },
    roles: admins,
    query: unpaged,
    answer: { pageOf: { id: text({ label: { en: 'Key', zh: '密钥' }, required: true }), name } },
  }),
};
