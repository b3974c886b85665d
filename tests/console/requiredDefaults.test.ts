import { afterEach, expect, it } from 'vitest';
import { everything, me, roleIds } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { reference, text } from '../../contract/schema/field/field.ts';
import { formFields } from '../../src/resources/form/entityFields.ts';
import { inContract } from '../support/contractWith.ts';

/** Signs somebody in, as the login page stores it. */
function signIn(role: keyof typeof roleIds, id: number, enterprise_id: number | null): void {
  const user = {
    id,
    name: 'a',
    nick_name: 'A',
    phone: null,
    role_id: roleIds[role],
    tags: 0,
    enterprise_id,
    enterprise: null,
  };
  const session = { user, role, api_key: 'key', expires_at: '2099-01-01T00:00:00Z', must_change_password: false };
  localStorage.setItem('licence.session', JSON.stringify(session));
}
afterEach(() => localStorage.removeItem('licence.session'));

const label = { en: 'Word', zh: '词' };
const roles = ['SuperAdmin', 'Enterprise'] as const;
const parcel = inContract(
  defineEntity({
    name: 'parcel',
    label,
    title: 'name',
    fields: {
      name: text({ label, required: true, default: 'Parcel' }),
      enterprise_id: reference('enterprise', { label, required: true, default: me('enterprise_id') }),
      sender_id: reference('user', { label, required: true, default: me('id') }),
      other_id: reference('enterprise', { label, default: me('enterprise_id') }),
    },
    access: { list: roles, create: roles, rows: { SuperAdmin: everything, Enterprise: everything } },
    list: { columns: ['name'] },
    form: ['name', 'enterprise_id', 'sender_id', 'other_id'],
  }),
);
const required = (role: (typeof roles)[number], operation: 'create' | 'edit') =>
  Object.entries(formFields(parcel, { form: parcel.form ?? [] }, role, operation))
    .filter(([, field]) => field.required)
    .map(([name]) => name);

it('a required field whose default is of the caller is marked as required for a caller without that value', () => {
  signIn('SuperAdmin', 1, null);
  expect(required('SuperAdmin', 'create')).toEqual(['enterprise_id']);
  signIn('Enterprise', 2, 7);
  expect(required('Enterprise', 'create')).toEqual([]);
});
