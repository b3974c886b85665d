import { me, roles } from '../access.ts';
import { defineEntity } from '../entity.ts';
import { longText, reference, text } from '../field.ts';

const ownRows = { user_id: me('id') } as const;

/** A list's filters under a name, kept for the user who saved them (B38). */
export const savedView = defineEntity({
  name: 'saved_view',
  label: { en: 'Saved view', zh: '已存视图' },
  labels: { en: 'Saved views', zh: '已存视图' },
  title: 'name',
  icon: 'view',
  fields: {
    screen: text({ label: { en: 'Screen', zh: '页面' }, required: true, createOnly: true, max: 100 }),
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: 60 }),
    query: longText({ label: { en: 'Filters', zh: '筛选条件' }, required: true, max: 2000 }),
    user_id: reference('user', {
      label: { en: 'User', zh: '用户' },
      readOnly: true,
      required: true,
      keeps: false,
      hidden: true,
    }),
  },
  unique: [['user_id', 'screen', 'name']],
  access: {
    list: roles,
    create: roles,
    edit: roles,
    remove: roles,
    rows: { SuperAdmin: ownRows, GeneralAdmin: ownRows, SalesMan: ownRows, Enterprise: ownRows, Subordinate: ownRows },
  },
  list: { columns: ['screen', 'name', 'created_at'], filters: ['screen'], search: ['name'], sort: 'name' },
  reachedBy: [{ operations: ['create', 'edit', 'remove'], roles, from: 'lists' }],
  without: ['export'],
});
