import { expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { recordHeading, recordName } from '../../contract/relations/title.ts';

const licence = contract.entity('assignment');
const whole = { id: 16, project: { name: 'Quay' }, order: { code: 'L-7' } };

it.each([
  ['all of its parts', whole, 'Quay · L-7', 'Licence Quay · L-7', '许可 Quay · L-7'],
  ['the parts that are there', { ...whole, order: null }, 'Quay', 'Licence Quay', '许可 Quay'],
  ['what it is and its number, without any', { id: 16 }, 'Licence 16', 'Licence 16', '许可 16'],
])('a record is called by %s', (_, record, name, en, zh) => {
  expect(recordName(licence, record, 'en')).toBe(name);
  expect(recordHeading(licence, record, 'en')).toBe(en);
  expect(recordHeading(licence, record, 'zh')).toBe(zh);
});

it('a mail without an address, and an entry of the audit, are called by their number and never by that alone', () => {
  expect(recordName(contract.entity('mail'), { id: 3, address: null }, 'zh')).toBe('邮件 3');
  expect(
    contract.entities
      .filter(({ title, single }) => title === 'id' && !single)
      .map((one) => recordName(one, { id: 4 }, 'en')),
  ).toEqual(['Audit entry 4']);
});

it('the only record of an entity is called by what it is', () => {
  expect(recordName(contract.entity('sign_in_setting'), { id: 1 }, 'en')).toBe('Sign-in and sessions');
  expect(recordHeading(contract.entity('sign_in_setting'), { id: 1 }, 'zh')).toBe('登录与会话');
});
