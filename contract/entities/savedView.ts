import {
  byRole,
  type Condition,
  customers,
  isCustomer,
  me,
  type Role,
  roleIds,
  roles,
  through,
} from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, longText, reference, text } from '../schema/field/field.ts';

const own = { user_id: me('id') } as const;

/** The user's own views, and those that undeleted users who meet the condition share. */
const ownOrSharedBy = (users: Condition): Condition => ({
  anyOf: [own, { is_shared: true, user_id: through('user', 'id', users) }],
});
const sameRole = (role: Role) => ownOrSharedBy({ role_id: roleIds[role] });
const sameEnterprise = ownOrSharedBy({
  enterprise_id: me('enterprise_id'),
  role_id: customers.map((role) => roleIds[role]),
});

/**
 * A named state of a list: its filters, order, columns and density. It is saved for its user (B38), and if shared for
 * users of the same role or enterprise (docs/decisions/0035-views.md).
 */
export const savedView = defineEntity({
  name: 'saved_view',
  label: { en: 'Saved view', zh: '已存视图' },
  labels: { en: 'Saved views', zh: '已存视图' },
  title: 'name',
  icon: 'view',
  fields: {
    screen: text({ label: { en: 'Screen', zh: '页面' }, required: true, createOnly: true, max: 100 }),
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: 60 }),
    query: longText({ label: { en: 'Filters, order and columns', zh: '筛选、排序与列' }, required: true, max: 2000 }),
    is_shared: boolean({
      label: { en: 'Shared', zh: '共享' },
      required: true,
      default: false,
      migrate: { backfill: false },
    }),
    user_id: reference('user', {
      label: { en: 'Owner', zh: '归属人' },
      readOnly: true,
      required: true,
      default: me('id'),
      onDelete: 'allow',
    }),
  },
  unique: [['user_id', 'screen', 'name']],
  access: {
    list: roles,
    create: roles,
    edit: roles,
    remove: roles,
    rows: byRole((role) => (isCustomer(role) ? sameEnterprise : sameRole(role))),
  },
  // Users can open the views that others share, but only the owner can change them.
  editWhile: own,
  editOtherwise: { en: 'Only the owner of a view can change it', zh: '仅视图的所有者可修改' },
  removeWhile: own,
  removeOtherwise: { en: 'Only the owner of a view can delete it', zh: '仅视图的所有者可删除' },
  form: [],
  list: { columns: ['screen', 'name', 'created_at'], filters: ['screen', 'is_shared'], search: ['name'], sort: 'name' },
  servedBy: [{ operations: ['create', 'edit', 'remove'], roles, from: 'lists' }],
  without: ['export'],
});
