import { roleChoices } from '../choices/user.ts';
import { everything, roleIds } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { choice, list, longText, text } from '../schema/field/field.ts';
import { createdBy } from './shared/sharedFields.ts';

/**
 * A role with less than it may do, for some of its users: a salesman who may not export (issue 37, section 2;
 * docs/decisions/0135-rights-narrowed-by-people.md). Nobody narrows the SuperAdmin, who could lock everybody out.
 */
export const roleVariant = defineEntity({
  name: 'role_variant',
  label: { en: 'Role variant', zh: '角色变体' },
  labels: { en: 'Role variants', zh: '角色变体' },
  title: 'name',
  icon: 'user',
  fields: {
    name: text({
      label: { en: 'Name', zh: '名称' },
      hint: { en: 'Such as Sales without export', zh: '如：不可导出的销售' },
      required: true,
      unique: true,
      max: 50,
    }),
    role_id: choice(
      roleChoices.filter(({ id }) => id !== roleIds.SuperAdmin),
      { label: { en: 'Role', zh: '角色' }, required: true, createOnly: true },
    ),
    withheld: list(text({ label: { en: 'Right', zh: '权限' }, required: true, max: 120 }), {
      label: { en: 'Withheld rights', zh: '收回的权限' },
      hint: {
        en: 'Untick what these people may not do or see. Nothing is added to the role',
        zh: '取消勾选不允许的操作和不可见的字段；不会给该角色增加权限',
      },
      max: 1000,
    }),
    comment: longText({ label: { en: 'Comment', zh: '备注' }, max: 500 }),
    created_by_id: createdBy,
  },
  access: { SuperAdmin: [everything, 'list create edit remove'] },
  list: {
    columns: ['name', 'role_id', 'created_by_id', 'created_at'],
    filters: ['role_id'],
    search: ['name'],
    notInGlobalSearch: true,
    empty: {
      everyone: {
        en: 'Make a variant of a role for people who may do less than the role, then choose it at their user.',
        zh: '可为权限少于其角色的人员新建角色变体，再在用户中选择。',
      },
    },
  },
  form: [['name', 'role_id'], 'withheld', 'comment'],
  detail: { summary: ['name', 'role_id', 'comment', 'created_by_id'], tabs: ['user'] },
  screens: [{ path: '/user/role_variant', roles: ['SuperAdmin'], menu: { group: 'user', order: 15 } }],
});
