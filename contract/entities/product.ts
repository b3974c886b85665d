import { deployments, meterings, productCategories } from '../choices/product.ts';
import { admins, everything, me, staffAndEnterprise, through } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { choice, reference, text } from '../schema/field/field.ts';

/** A product that licences are sold for. It is shown as deployment/category/name (R-PROD-02). */
export const product = defineEntity({
  name: 'product',
  label: { en: 'Product', zh: '产品' },
  labels: { en: 'Products', zh: '产品' },
  title: 'name',
  icon: 'product',
  fields: {
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: 100 }),
    code: text({ label: { en: 'Code', zh: '编码' }, required: true, unique: true, max: 40 }),
    deployment_id: choice(deployments, {
      label: { en: 'Deployment', zh: '部署方式' },
      required: true,
      as: 'deployment',
    }),
    category_id: choice(productCategories, { label: { en: 'Category', zh: '类别' }, required: true, as: 'category' }),
    metering: choice(meterings, { label: { en: 'Metering', zh: '计量方式' }, default: 'host' }),
    unit: text({ label: { en: 'Unit', zh: '单位' }, max: 20, shownWhen: { metering: 'value' } }),
  },
  // A product that is metered by value needs a unit (B18); one that is metered by host does not.
  rules: [{ field: 'unit', requiredWhen: { metering: 'value' } }],
  access: {
    list: staffAndEnterprise,
    create: admins,
    edit: admins,
    remove: admins,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: { id: through('user_product', 'product_id', { user_id: me('id') }) },
      Enterprise: { id: through('enterprise_product', 'product_id', { enterprise_id: me('enterprise_id') }) },
    },
  },
  list: {
    columns: ['name', 'code', 'deployment_id', 'category_id', 'metering', 'created_at'],
    filters: ['deployment_id', 'category_id'],
    search: ['name', 'code'],
    range: 'created_at',
    empty: {
      everyone: {
        en: 'Add or import the products that enterprises can order.',
        zh: '请新建或导入可供企业订购的产品。',
      },
      SalesMan: {
        en: 'An administrator assigns you the products that you can sell.',
        zh: '您可销售的产品由管理员分配。',
      },
      Enterprise: {
        en: 'Your sales representative enables the products that you can order.',
        zh: '可订购的产品由您的销售开通。',
      },
    },
    parameters: { enterprise_id: reference('enterprise', { label: { en: 'Granted to', zh: '已开通的企业' } }) },
  },
  detail: {
    summary: ['name', 'code', 'deployment_id', 'category_id', 'metering', 'unit'],
    tabs: ['order', 'user', 'enterprise_product', 'user_product'],
  },
  timeline: {
    parts: {
      profile: {
        entity: 'product_license',
        by: 'product_id',
        dates: { profiled: { at: 'created_at', label: { en: 'Issuing profile created', zh: '新建签发配置' } } },
      },
      sold: {
        entity: 'user_product',
        by: 'product_id',
        names: 'user.nick_name',
        roles: admins,
        dates: { sold: { at: 'created_at', label: { en: 'Sold by', zh: '可销售人员' } } },
      },
      granted: {
        entity: 'enterprise_product',
        by: 'product_id',
        names: 'enterprise.name',
        roles: admins,
        dates: { granted: { at: 'created_at', label: { en: 'May be ordered by', zh: '可订购企业' } } },
      },
    },
  },
  import: true,
  form: [
    ['name', 'code'],
    ['deployment_id', 'category_id'],
    ['metering', 'unit'],
  ],
  screens: [
    {
      path: '/enterprise/product',
      roles: admins,
      menu: { group: 'product', order: 31 },
    },
  ],
});
