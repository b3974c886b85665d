import { enterpriseRows, staffAndEnterprise } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { reference } from '../schema/field/field.ts';

const tiers = staffAndEnterprise;

/** Ties an order to a project. An order with ties serves only these projects (B39). */
export const orderProject = defineEntity({
  name: 'order_project',
  label: { en: 'Order tie', zh: '订单项目关联' },
  labels: { en: 'Order ties', zh: '订单项目关联' },
  title: ['order.code', 'project.name'],
  icon: 'link',
  fields: {
    order_id: reference('order', {
      label: { en: 'Order', zh: '订单' },
      required: true,
      embed: ['id', 'code'],
      // A cancelled or rejected order serves no project.
      where: { status: [0, 1, 2] },
    }),
    project_id: reference('project', {
      label: { en: 'Project', zh: '项目' },
      required: true,
      embed: ['id', 'name'],
      // A closed project gets no more licences.
      where: { status: [0, 1] },
    }),
  },
  unique: [['order_id', 'project_id']],
  access: {
    list: tiers,
    create: tiers,
    remove: tiers,
    rows: enterpriseRows('order_id', 'enterprise_id'),
  },
  list: {
    columns: ['order_id', 'project_id', 'created_at'],
    filters: ['order_id', 'project_id'],
    search: ['order.code', 'project.name'],
    range: 'created_at',
  },
  form: [['order_id', 'project_id']],
  embeddedIn: [{ entity: 'order', by: 'order_id', roles: tiers }],
});
