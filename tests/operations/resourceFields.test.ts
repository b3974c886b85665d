import { describe, expect, it } from 'vitest';
import { partsOf, readFields, readName, sharedLabel } from '../../scripts/resourceFields.ts';

const known = { entities: ['enterprise', 'product'], taken: ['id', 'created_at'] };
const read = (...written: string[]) => readFields(written, known);

describe('the fields of npm run resource', () => {
  it('become lines of a declaration', () => {
    const { fields, refusals } = read('serial:text!', 'customer:reference(enterprise)', 'state:choice(open, closed)');
    expect(refusals).toEqual([]);
    expect(fields).toEqual([
      { name: 'serial', kind: 'text', isRequired: true, inside: [] },
      { name: 'customer_id', kind: 'reference', isRequired: false, inside: ['enterprise'] },
      { name: 'state', kind: 'choice', isRequired: false, inside: ['open', 'closed'] },
    ]);
    expect(partsOf(fields)).toMatchObject({
      title: 'serial',
      filters: ['customer_id', 'state'],
      search: ['serial'],
      columns: ['serial', 'customer_id', 'state', 'created_at'],
    });
  });

  it('get the labels that are written with them, or those of declared fields', () => {
    const { fields, refusals } = read(
      'serial:text!=序列号',
      'customer:reference(enterprise)=Customer/客户',
      'state:choice(open=未完成,closed=Shut/已关闭)=进度',
      'due_on:date',
      'remark:longText',
    );
    expect(refusals).toEqual([]);
    const declared = (name: string) => (name === 'due_on' ? { en: "The day it's due", zh: '截止日期' } : undefined);
    expect(partsOf(fields, declared).lines).toEqual([
      "serial: text({ label: { en: 'Serial', zh: '序列号' }, required: true, max: 100 }),",
      "customer_id: reference('enterprise', { label: { en: 'Customer', zh: '客户' } }),",
      "state: choice([{ id: 'open', label: { en: 'Open', zh: '未完成' } }, { id: 'closed', label: { en: 'Shut', zh: '已关闭' } }], { label: { en: 'State', zh: '进度' } }),",
      "due_on: date({ label: { en: 'The day it\\'s due', zh: '截止日期' } }),",
      "remark: longText({ label: { en: 'Remark', zh: 'Remark（待翻译）' }, max: 1000 }),",
    ]);
    expect(readName('warranty=保修')).toEqual({ name: 'warranty', label: { zh: '保修' } });
    expect(readName('warranty=Warranty/保修')).toEqual({ name: 'warranty', label: { en: 'Warranty', zh: '保修' } });
    expect(readName('warranty')).toEqual({ name: 'warranty' });
    expect(readName('warranty=')).toContain('write it as warranty=保修');
  });

  it('of an amount have its currency, once, after the first one', () => {
    const { lines, imports, kinds } = partsOf(read('serial:text', 'price:money!', 'cost:money').fields);
    expect(lines.slice(1)).toEqual([
      "price: money({ label: { en: 'Price', zh: '价格' }, required: true, currency: 'currency' }),",
      "currency: choice(currencies, { label: { en: 'Currency', zh: '币种' }, default: 'CNY' }),",
      "cost: money({ label: { en: 'Cost', zh: '费用' }, currency: 'currency' }),",
    ]);
    expect([imports.length, kinds]).toEqual([1, ['choice', 'money', 'text']]);
    const own = partsOf(read('price:money', 'currency:choice(CNY=Yuan/人民币,USD=US dollar/美元)').fields);
    expect([own.lines.length, own.imports]).toEqual([3, []]);
    expect(own.lines[2]).toContain("[{ id: 'CNY', label: { en: 'Yuan', zh: '人民币' } }, { id: 'USD'");
  });

  it('have as the title their first text, else a text of a certain form', () => {
    const titleOf = (...written: string[]) => partsOf(read(...written).fields);
    expect(titleOf('ends_on:date', 'contact:mail', 'plate:text', 'colour:text').title).toBe('plate');
    const { title, lines } = titleOf('ends_on:date', 'contact:mail!');
    expect([title, lines.length]).toEqual(['contact', 2]);
  });

  it('share a label with declared fields only where it is not about the records of one entity', () => {
    const [user, plain, reader] = [
      { en: 'User name', zh: '用户名' },
      { en: 'Name', zh: '名称' },
      { en: 'Reader', zh: '接收人' },
    ];
    expect(sharedLabel('name', [user, plain])).toEqual(plain);
    expect(sharedLabel('name', [user])).toBeUndefined();
    expect(sharedLabel('user_id', [reader, user])).toBeUndefined();
    expect(sharedLabel('user_id', [reader, reader])).toEqual(reader);
    expect(sharedLabel('name', [])).toBeUndefined();
  });

  it('get a name where none of them names a record', () => {
    const { title, lines } = partsOf(read('ends_on:date').fields);
    expect([title, lines.length]).toEqual(['name', 2]);
  });

  it.each([
    ['serial', 'no field'],
    ['serial:', 'no field'],
    ['serial:text:more', 'no field'],
    ['serial:txt', 'did you mean "text"?'],
    ['parts:list', 'add the field in the file'],
    ['parts:lots', 'write one of text, longText'],
    ['Serial:text', 'no name'],
    ['1st:text', 'no name'],
    ['id:text', 'every record'],
    ['owner:reference', 'needs the entity'],
    ['owner:reference()', 'needs the entity'],
    ['owner:reference(enterprize)', 'did you mean "enterprise"?'],
    ['owner:reference(enterprise,product)', 'needs the entity'],
    ['state:choice', 'needs its values'],
    ['state:choice()', 'needs its values'],
    ['state:choice(Open)', 'needs its values'],
    ['state:choice(open,open)', 'needs its values'],
    ['serial:text(3)', 'nothing in parentheses'],
    ['serial:text=', 'has a label that is empty'],
    ['serial:text=Serial/', 'has a label that is empty'],
    ["serial:text=it's", 'or has a quotation mark'],
    ['state:choice(open=,closed)', 'has a label that is empty'],
  ])('are refused with what to write: %s', (written, says) => {
    const { refusals } = read('label:text', written);
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toContain(says);
  });

  it('are refused where one is there twice', () => {
    expect(read('owner:reference(enterprise)', 'owner_id:integer').refusals).toEqual([
      '"owner_id" is there twice; give one of them another name',
    ]);
  });
});
