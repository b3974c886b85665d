import { admins, everything, staff } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { tags, text } from '../../contract/schema/field/field.ts';

/** A part in a store, found by its name and its tags. */
export const taggedPart = defineEntity({
  name: 'tagged_part',
  label: { en: 'Part', zh: '零件' },
  labels: { en: 'Parts', zh: '零件' },
  title: 'name',
  fields: {
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: 60 }),
    topics: tags({ label: { en: 'Topics', zh: '标签' }, max: 5 }),
  },
  access: {
    list: staff,
    create: admins,
    edit: admins,
    rows: { SuperAdmin: everything, GeneralAdmin: everything, SalesMan: everything },
  },
  list: { columns: ['name', 'topics'], filters: ['topics'], search: ['name', 'topics'], sort: 'name' },
  form: ['name', 'topics'],
  screens: [{ path: '/tagged_part', roles: staff, label: { en: 'Parts', zh: '零件' }, menu: { order: 77 } }],
});
