import { beforeEach, expect, it, vi } from 'vitest';
import { everything, me } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { reference, text } from '../../contract/schema/field/field.ts';
import { formFields } from '../../src/resources/form/entityFields.ts';
import { inContract } from '../support/contractWith.ts';

const session = vi.hoisted(() => ({ caller: undefined as object | undefined }));
vi.mock('../../src/authProvider/authProvider.ts', async (original) => ({
  ...(await original<object>()),
  currentCaller: () => session.caller,
}));
beforeEach(() => {
  session.caller = undefined;
});

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
  session.caller = { id: 1, role: 'SuperAdmin', enterprise_id: null, parent_id: null };
  expect(required('SuperAdmin', 'create')).toEqual(['enterprise_id']);
  session.caller = { id: 2, role: 'Enterprise', enterprise_id: 7, parent_id: null };
  expect(required('Enterprise', 'create')).toEqual([]);
});
