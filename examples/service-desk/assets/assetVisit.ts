import { admins, everything, me, staff } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { date, longText, reference } from '../../../contract/schema/field/field.ts';
import { today } from '../../../contract/schema/now.ts';

/** A visit to an asset, created on the page of the asset or by a step of its service contract. */
export const assetVisit = defineEntity({
  name: 'asset_visit',
  label: { en: 'Visit', zh: '上门服务' },
  labels: { en: 'Visits', zh: '上门服务' },
  title: 'note',
  fields: {
    asset_id: reference('asset', { label: { en: 'Asset', zh: '设备' }, required: true, createOnly: true }),
    visit_on: date({ label: { en: 'Visit on', zh: '上门日期' }, required: true, default: today }),
    note: longText({ label: { en: 'What for', zh: '事由' }, required: true, max: 500 }),
    planner_id: reference('user', {
      label: { en: 'Planned by', zh: '安排人' },
      readOnly: true,
      default: me('id'),
      as: 'planner',
    }),
  },
  access: {
    list: staff,
    create: staff,
    edit: staff,
    remove: admins,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: { asset_id: { enterprise_id: { sales_user_id: me('id') } } },
    },
  },
  list: {
    columns: ['note', 'visit_on', 'planner_id'],
    filters: ['asset_id'],
    search: ['note'],
    notInGlobalSearch: true,
    sort: 'visit_on',
  },
});
