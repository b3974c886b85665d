import { admins, everything, me, staff } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { reference } from '../schema/field/field.ts';
import { salesColumns } from './shared/sharedFields.ts';

/** A product that a salesman may sell (C11). */
export const userProduct = defineEntity({
  name: 'user_product',
  label: { en: 'Sales product', zh: '销售产品' },
  labels: { en: 'Sales products', zh: '销售产品' },
  title: ['user.nick_name', 'product.name'],
  icon: 'product',
  fields: {
    user_id: reference('user', {
      label: { en: 'Salesman', zh: '销售' },
      required: true,
      embed: salesColumns,
      where: { role_id: 3 },
    }),
    product_id: reference('product', {
      label: { en: 'Product', zh: '产品' },
      required: true,
      embed: ['id', 'name', 'code', 'deployment', 'category'],
    }),
  },
  unique: [['user_id', 'product_id']],
  access: {
    list: staff,
    create: admins,
    remove: admins,
    rows: { SuperAdmin: everything, GeneralAdmin: everything, SalesMan: { user_id: me('id') } },
  },
  list: {
    columns: ['user_id', 'product_id', 'created_at'],
    filters: ['user_id', 'product_id'],
    search: ['user.nick_name', 'product.name', 'product.code'],
    range: 'created_at',
  },
  form: [['user_id', 'product_id']],
  embeddedIn: [
    { entity: 'product', by: 'product_id', roles: admins, label: { en: 'Sold by', zh: '可销售的人员' } },
    { entity: 'user', by: 'user_id', roles: admins, when: { role_id: 3 } },
  ],
  screens: [
    {
      path: '/enterprise/sales_product',
      roles: admins,
      menu: { group: 'product', order: 32 },
    },
  ],
});
