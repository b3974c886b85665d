import { admins, rowsByEnterprise, staff, staffAndEnterprise } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { reference } from '../schema/field/field.ts';
import { productColumns } from './shared/sharedFields.ts';

/** A product that an enterprise may order (C11). */
export const enterpriseProduct = defineEntity({
  name: 'enterprise_product',
  label: { en: 'Enterprise product', zh: '企业产品' },
  labels: { en: 'Enterprise products', zh: '企业产品' },
  title: ['enterprise.name', 'product.name'],
  icon: 'product',
  fields: {
    enterprise_id: reference('enterprise', {
      fixedFor: ['Enterprise'],
      label: { en: 'Enterprise', zh: '企业' },
      required: true,
      embed: ['id', 'name', 'code'],
    }),
    product_id: reference('product', { label: { en: 'Product', zh: '产品' }, required: true, embed: productColumns }),
  },
  unique: [['enterprise_id', 'product_id']],
  access: {
    list: staffAndEnterprise,
    create: staff,
    remove: staff,
    rows: rowsByEnterprise,
  },
  list: {
    columns: ['enterprise_id', 'product_id', 'created_at'],
    filters: ['enterprise_id', 'product_id'],
    search: ['enterprise.name', 'product.name', 'product.code'],
    range: 'created_at',
  },
  form: [['enterprise_id', 'product_id']],
  embeddedIn: [
    { entity: 'enterprise', by: 'enterprise_id', roles: staff },
    { entity: 'product', by: 'product_id', roles: admins, label: { en: 'May be ordered by', zh: '可订购的企业' } },
  ],
  screens: [
    {
      path: '/enterprise/enterprise_product',
      roles: staff,
      menu: { group: 'product', order: 33 },
    },
  ],
});
