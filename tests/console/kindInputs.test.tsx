import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import type { DataProvider } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import { ruleOf } from '../../contract/kinds/fieldRule.ts';
import { dateInZone } from '../../contract/kinds/resolveDefault.ts';
import { validate } from '../../contract/kinds/validation.ts';
import { mayBeLeftOut } from '../../contract/kinds/writable.ts';
import { above, below } from '../../contract/schema/access.ts';
import { fromRecord } from '../../contract/schema/assignedValues.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import { plus } from '../../contract/schema/field/default.ts';
import {
  choice,
  date,
  dateTime,
  type Field,
  type Fields,
  integer,
  money,
  text,
} from '../../contract/schema/field/field.ts';
import { before, today } from '../../contract/schema/now.ts';
import { browserZone } from '../../src/i18n/timeZone.ts';
import { questionText, questionTexts } from '../../src/resources/dialog/dialogText.ts';
import { FieldInputs } from '../../src/resources/form/FieldInputs.tsx';
import { FollowDefaults } from '../../src/resources/form/FollowDefaults.tsx';
import { defaultValues } from '../../src/resources/formState/defaultValues.ts';
import { DialogRecordProvider } from '../../src/resources/input/shared/DialogRecordContext.ts';
import { Cell } from '../../src/resources/values/Cell.tsx';
import { dateTimeText } from '../../src/resources/values/format.ts';
import { AdminContext } from './support/adminContext.tsx';
import { FakeRequest } from './support/fakeRequest.ts';
import { eachWithTestRoot, root, testRoot } from './support/testRoot.ts';
import { until } from './support/until.ts';
import { formValue, ValueForm } from './support/valueForm.tsx';

eachWithTestRoot();

/**
 * The form of a new record with a day and a second day one year later; it resets like a form of react-admin in a
 * dialog.
 */
function NewForm({ fields }: { fields: Fields }) {
  const values = defaultValues(contract, fields);
  const form = useForm({ defaultValues: values });
  useEffect(() => form.reset(values, { keepDirtyValues: true }), [JSON.stringify(values)]);
  return (
    <AdminContext contract={contract}>
      <FormProvider {...form}>
        <FollowDefaults fields={fields} all={fields} />
        <FieldInputs fields={fields} />
      </FormProvider>
    </AdminContext>
  );
}

const label = { en: 'Value', zh: '值' };
const of = (kind: Field['kind'], more: object = {}): Field => ({ kind, label, ...more });
const metres = { unit: { en: '{value|metre|metres}', zh: '米' } };

/**
 * Renders an input with a value, types a text and leaves the input.
 * @returns the value in the form, and the text in the input
 */
async function written(field: Field, value: unknown, typed: string): Promise<[unknown, string]> {
  root.render(<ValueForm field={field} value={value} />);
  const input = await until(() => testRoot.querySelector<HTMLInputElement>('input, textarea'));
  const user = userEvent.setup({ delay: null });
  await user.clear(input);
  if (typed) await user.type(input, typed);
  await user.tab();
  return [formValue, input.value];
}

/** A record with an amount in CNY, unless another currency is given. */
const currency = choice(
  [
    { id: 'CNY', label },
    { id: 'JPY', label },
  ],
  { label, default: 'CNY' },
);
const declaredPaid = defineEntity({
  name: 'paid',
  label,
  labels: label,
  title: 'note',
  fields: {
    note: text({ label }),
    amount: money({ label, currency: 'currency' }),
    currency,
    due_at: dateTime({ label }),
  },
  access: { list: [], rows: {} },
  list: { columns: ['note'] },
} as never);
const contract = createContract({ ...registry, paid: declaredPaid });
const paid = contract.entity('paid');

describe('what a dialog asks of a record', () => {
  it.each([
    ['its currency', { currency: 'JPY' }, '5,000', 5000],
    ['the currency that a record starts with', {}, '12.50', 1250],
  ])('takes an amount in %s, which the dialog does not hold', async (_, record, typed, expected) => {
    root.render(
      <DialogRecordProvider value={{ entity: paid, record }}>
        <ValueForm
          field={{ ...paid.fields['amount'], kind: 'money', label, currency: 'currency' }}
          value={null}
          alone
        />
      </DialogRecordProvider>,
    );
    const input = await until(() => testRoot.querySelector<HTMLInputElement>('input'));
    await userEvent.setup({ delay: null }).type(input, typed);
    expect(formValue).toBe(expected);
  });

  it.each([
    [{ currency: 'JPY' }, '99', 'The smallest allowed amount is ¥100'],
    [{}, '6000', 'The largest allowed amount is CN¥5,000.00'],
    [{}, '12.345', 'Enter an amount in CNY with at most 2 decimal places'],
  ])('tells of %j and %s: %s', async (record, typed, message) => {
    const field = of('money', { currency: 'currency', min: 100, max: 500_000 });
    root.render(
      <DialogRecordProvider value={{ entity: paid, record }}>
        <ValueForm field={field} value={null} alone rule={ruleOf(field)} />
      </DialogRecordProvider>,
    );
    const input = await until(() => testRoot.querySelector<HTMLInputElement>('input'));
    const user = userEvent.setup({ delay: null });
    await user.type(input, typed);
    await user.tab();
    await expect.poll(() => testRoot.textContent).toContain(message);
  });

  it('says amounts, choices and times as people read them', () => {
    const record = { id: 1, amount: 5000, currency: 'JPY', due_at: '2026-01-05T08:00:00Z' };
    const confirm = { en: 'Pay {amount} ({currency}) by {due_at}?', zh: '' };
    const asked = questionText(paid, { label, confirm }, record as never);
    expect(asked).toBe(`Pay ¥5,000 (Value) by ${dateTimeText(record.due_at)}?`);
  });

  it('calls a person by the display name, and by the login name where there is none', () => {
    const fields = { ...paid.fields, owner_id: of('reference', { to: 'user', as: 'owner' }) };
    const entity = { ...paid, fields } as unknown as Entity;
    const owned = (owner: object) => ({ id: 1, owner_id: 5, owner });
    const asked = { label, confirm: { en: 'Hand over to {owner_id}?', zh: '' } };
    expect(questionText(entity, asked, owned({ id: 5, name: 'lin', nick_name: 'Lin Yue' }) as never)).toBe(
      'Hand over to Lin Yue?',
    );
    expect(questionText(entity, asked, owned({ id: 5, name: 'lin', nick_name: '' }) as never)).toBe(
      'Hand over to lin?',
    );
  });

  it('says yes and no, records, lists and quantities as people read them, also of several records', () => {
    const fields = {
      ...paid.fields,
      paid: of('boolean'),
      hours: of('integer', { unit: { en: '{value|hour|hours}', zh: '小时' } }),
      share: of('decimal'),
      on: of('date'),
      days: of('list', { items: of('date') }),
      parts: of('list', { items: of('money', { currency: 'currency' }) }),
      topics: of('tags'),
      product_id: of('reference', { to: 'product', as: 'product' }),
      other_id: of('reference', { to: 'product', as: 'other' }),
      seats: of('integer', { unitOf: 'product' }),
    };
    const confirm = {
      en: '{product_id} and {other_id}: {paid}, {hours}, {hours|hour|hours}, {share}, {on}, {days}, {parts}, {topics}, {seats}, {none}.',
      zh: '',
    };
    const record = {
      id: 1,
      currency: 'CNY',
      paid: false,
      hours: 1200,
      share: '-1234.50',
      on: '2026-01-05',
      seats: 1,
      days: ['2026-01-05', '2026-01-06'],
      parts: [1250, 5],
      topics: ['a', 'b'],
      product_id: 7,
      product: { id: 7, name: 'Mover', metering: 'value', unit: 'GB' },
      other_id: 8,
    };
    const entity = { ...paid, fields } as unknown as Entity;
    const more = { ...record, id: 2, paid: true, product: { id: 7, name: 'Mover', metering: 'host' } };
    const asked = { label, confirm };
    expect(questionTexts(entity, asked, [record, more, more] as never)).toEqual([
      'Mover and Product 8: no, 1,200, hours, -1,234.50, 2026-01-05, 2026-01-05, 2026-01-06, CN¥12.50, CN¥0.05, a, b, 1 GB, -.',
      'Mover and Product 8: yes, 1,200, hours, -1,234.50, 2026-01-05, 2026-01-05, 2026-01-06, CN¥12.50, CN¥0.05, a, b, 1, -.',
    ]);
  });

  it('begins a further row of a list with what its fields start with', async () => {
    const items = of('object', { fields: { due_on: date({ label, default: today }), open: of('boolean') } });
    root.render(<ValueForm field={of('list', { items })} value={[]} />);
    const add = await until(() =>
      [...testRoot.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Add')),
    );
    await userEvent.setup({ delay: null }).click(add);
    await expect.poll(() => formValue).toEqual([{ due_on: dateInZone('UTC', new Date()), open: false }]);
  });

  it('shows an amount within a list in the currency of its record', async () => {
    const lines = of('list', { items: of('object', { fields: { cost: of('money', { currency: 'currency' }) } }) });
    const entity = { ...paid, fields: { lines } } as unknown as Entity;
    root.render(
      <AdminContext contract={contract}>
        <Cell entity={entity} name="lines" record={{ id: 1, currency: 'CNY', lines: [{ cost: 1250 }] }} />
      </AdminContext>,
    );
    await expect.poll(() => testRoot.textContent).toBe('CN¥12.50');
  });

  it.each<[string, string, Readonly<Record<string, unknown>>, string | undefined]>([
    ['a number by its own size', 'score', { score: 2 }, 'bad'],
    ['the first condition that holds', 'score', { score: 0 }, 'bad'],
    ['a number beyond all conditions', 'score', { score: 4 }, undefined],
    ['an empty number', 'score', { score: null }, undefined],
    ['an amount by another field', 'cost', { cost: 1250, currency: 'CNY', limit: 1000 }, 'warn'],
    ['an amount within it', 'cost', { cost: 1000, currency: 'CNY', limit: 1000 }, undefined],
    ['a day that is over, of an open record', 'due_on', { due_on: '2020-01-05', open: true }, 'bad'],
    ['a day that is over, of a closed one', 'due_on', { due_on: '2020-01-05', open: false }, undefined],
    ['a day by another field alone', 'paid_on', { paid_on: '2020-01-05', open: false }, 'good'],
    ['no day, whatever the other field', 'paid_on', { paid_on: null, open: false }, undefined],
    ['a day whose condition the answer does not tell', 'due_on', { due_on: '2020-01-05' }, undefined],
  ])('shows the colour of %s', async (_, name, values, tone) => {
    const fields: Fields = {
      score: integer({ label, tones: { bad: { score: below(3) }, warn: { score: below(4) } } }),
      cost: money({ label, currency: 'currency', tones: { warn: { cost: above(fromRecord('limit')) } } }),
      limit: money({ label, currency: 'currency' }),
      currency: choice([{ id: 'CNY', label }], { label }),
      open: of('boolean'),
      paid_on: date({ label, tones: { good: { open: false } } }),
      due_on: date({ label, tones: { bad: { due_on: before(today), open: true } } }),
    };
    const record = { id: 1, ...values };
    root.render(
      <AdminContext contract={contract}>
        <p>
          <Cell entity={{ ...paid, fields } as unknown as Entity} name={name} record={record} />
        </p>
      </AdminContext>,
    );
    await expect.poll(() => testRoot.querySelector('p')?.textContent).toBeTruthy();
    const shown = testRoot.querySelector('.choice');
    const known = ['neutral', 'info', 'good', 'warn', 'bad'].find((one) => shown?.classList.contains(one));
    expect(known).toBe(tone);
    expect(shown === null || shown.textContent === testRoot.querySelector('p')?.textContent).toBe(true);
  });

  it('says what a quantity within an object of a list counts, which the record has', async () => {
    const items = of('object', { fields: { seats: of('integer', { unitOf: 'product' }) } });
    const entity = { ...paid, fields: { lines: of('list', { items }) } } as unknown as Entity;
    const record = { id: 1, product: { metering: 'value', unit: 'GB' }, lines: [{ seats: 3 }] };
    root.render(
      <AdminContext contract={contract}>
        <Cell entity={entity} name="lines" record={record} />
      </AdminContext>,
    );
    await expect.poll(() => testRoot.textContent).toBe('3 GB');
  });

  it.each<[Field, unknown[], string]>([
    [of('money', { currency: 'currency' }), [1250, 5], 'CN¥12.50, CN¥0.05'],
    [of('date'), ['2026-01-05', '2026-01-06'], '2026-01-05, 2026-01-06'],
    [of('dateTime'), ['2026-01-05T08:00:00Z'], '2026-01-05 08:00:00'],
    [of('boolean'), [true, false], 'Yes, No'],
    [of('decimal', metres), ['1234.50', '1.00'], '1,234.50 metres, 1.00 metres'],
    [of('integer'), [1200], '1,200'],
    [of('integer', { plain: true }), [2026], '2026'],
  ])('says each of several as one of its kind: %j', async (items, values, message) => {
    const entity = { ...paid, fields: { values: of('list', { items }) } } as unknown as Entity;
    root.render(
      <AdminContext contract={contract}>
        <Cell entity={entity} name="values" record={{ id: 1, currency: 'CNY', values }} />
      </AdminContext>,
    );
    await expect.poll(() => testRoot.textContent).toBe(message);
  });

  it('takes amounts in the currency that the form has, and marks one that is none', async () => {
    const items = of('money', { currency: 'currency' });
    root.render(<ValueForm field={of('list', { items })} value={[1250]} />);
    const input = await until(() => testRoot.querySelector<HTMLInputElement>('input'));
    expect(testRoot.querySelector('label')?.textContent).toBe('Value (CNY)');
    const user = userEvent.setup({ delay: null });
    await user.type(input, '1,000{Enter}0.001{Enter}7{Enter}');
    await expect.poll(() => formValue).toEqual([1250, 100_000, '0.001', 700]);
    const chips = [...testRoot.querySelectorAll('.MuiChip-root')].map((one) => one.textContent);
    expect(chips).toEqual(['12.50', '1000.00', '0.001', '7.00']);
    expect([...testRoot.querySelectorAll('.MuiChip-colorError')].map((one) => one.textContent)).toEqual(['0.001']);
  });
});

describe('the calendar of a list', () => {
  /** The form of a list with its calendar open. */
  async function opened(kind: 'date' | 'dateTime', value: unknown) {
    root.render(<ValueForm field={of('list', { items: of(kind) })} value={value} />);
    const button = await until(() => testRoot.querySelector<HTMLButtonElement>('[aria-label="Choose a day: Value"]'));
    const user = userEvent.setup({ delay: null });
    await user.click(button);
    const grid = await until(() => document.querySelector<HTMLElement>('[role=dialog] [role=grid]'));
    const day = (number: string) =>
      [...grid.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === number) ?? grid;
    return { user, button, day };
  }
  const chips = () => [...testRoot.querySelectorAll('.MuiChip-root')].map((one) => one.textContent);
  const closed = () => expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();

  it('takes day after day, takes one away again, and leads back to its button', async () => {
    const { user, button, day } = await opened('date', ['2026-05-04']);
    await user.click(day('8'));
    await expect.poll(() => formValue).toEqual(['2026-05-04', '2026-05-08']);
    await user.click(day('11'));
    await user.click(day('4'));
    await expect.poll(() => formValue).toEqual(['2026-05-08', '2026-05-11']);
    await user.keyboard('{Escape}');
    await closed();
    expect(document.activeElement).toBe(button);
    await user.click(testRoot.querySelector('input') as HTMLElement);
    await user.keyboard('{Backspace}');
    await expect.poll(chips).toEqual(['2026-05-08']);
  });

  it('begins a point in time with the day, whose time is written over', async () => {
    const { user, day } = await opened('dateTime', []);
    const month = dateInZone('UTC', new Date()).slice(0, 8);
    await user.click(day('15'));
    await closed();
    const input = testRoot.querySelector<HTMLInputElement>('input');
    await expect.poll(() => input?.value).toBe(`${month}15 00:00:00`);
    expect(document.activeElement).toBe(input);
    await user.keyboard('08:30{Enter}');
    await expect.poll(() => formValue).toEqual([`${month}15T08:30:00.000Z`]);
    expect(chips()).toEqual([`${month}15 08:30:00`]);
  });
});

describe('an input', () => {
  it.each<[string, Field, unknown, string, unknown, string]>([
    ['takes a decimal', of('decimal'), null, '12.5', '12.50', '12.5'],
    ['takes a decimal that has groups', of('decimal', metres), '3.00', '1,234', '1234.00', '1,234'],
    ['keeps what is no decimal for the rule to refuse', of('decimal'), '1.00', '1.234', '1.234', '1.234'],
    ['is emptied', of('decimal'), '1.00', '', null, ''],
    ['takes JSON, and sets it in order', of('json'), null, '{{"a":[[1]}', { a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
    ['keeps what is no JSON', of('json'), { a: 1 }, '{{"a"', '{"a"', '{"a"'],
    ['empties JSON', of('json'), { a: 1 }, '', null, ''],
    ['takes tags, each once', of('tags'), null, 'a, b,a{Enter}', ['a', 'b'], ''],
    ['takes the tag that stands there when it is left', of('tags'), null, 'last', ['last'], ''],
    ['takes the same word twice', of('list', { items: of('text') }), null, 'a{Enter}a{Enter}', ['a', 'a'], ''],
    ['takes an address', of('url'), null, 'https://a.example', 'https://a.example', 'https://a.example'],
    ['takes Markdown', of('richText'), null, '# a', '# a', '# a'],
    ['takes a day', of('date'), null, '2026-1-5', '2026-01-05', '2026-01-05'],
    ['takes a day as Chinese write it', of('date'), '2020-02-29', '2026年1月5日', '2026-01-05', '2026-01-05'],
    ['keeps what is no day', of('date'), '2020-02-29', 'soon', 'soon', 'soon'],
    ['empties a day', of('date'), '2020-02-29', '', null, ''],
  ])('%s', async (_, field, value, typed, expected, shown) => {
    expect(await written(field, value, typed)).toEqual([expected, shown]);
  });

  it('begins with what its declaration works out, and follows another until somebody writes into it', async () => {
    const fields = {
      from: date({ label, default: '2030-02-28' }),
      to: date({ label, default: plus('from', { years: 1 }) }),
    };
    root.render(<NewForm fields={fields} />);
    const inputOf = (name: string) => until(() => testRoot.querySelector<HTMLInputElement>(`[name=${name}]`));
    const [from, to] = [await inputOf('from'), await inputOf('to')];
    expect(to.value).toBe('2031-02-28');
    const user = userEvent.setup({ delay: null });
    const write = async (input: HTMLInputElement, day: string) => {
      await user.clear(input);
      await user.type(input, day);
      await user.tab();
    };
    await write(from, '2028-02-29');
    await until(() => to.value === '2029-02-28');
    // Rendered again with another default, the field that follows the entered day does not change.
    root.render(<NewForm fields={{ ...fields, from: date({ label, default: '2030-03-01' }) }} />);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([from.value, to.value]).toEqual(['2028-02-29', '2029-02-28']);
    await write(to, '2029-03-01');
    await write(from, '2032-01-01');
    expect([from.value, to.value]).toEqual(['2032-01-01', '2029-03-01']);
  });

  it('follows a day and the number of months after it, until somebody writes into it', async () => {
    const fields = {
      from: date({ label }),
      months: integer({ label }),
      to: date({ label, default: plus('from', { months: 'months' }) }),
    };
    root.render(<NewForm fields={fields} />);
    const inputOf = (name: string) => until(() => testRoot.querySelector<HTMLInputElement>(`[name=${name}]`));
    const [from, months, to] = [await inputOf('from'), await inputOf('months'), await inputOf('to')];
    const user = userEvent.setup({ delay: null });
    const write = async (input: HTMLInputElement, text: string) => {
      await user.clear(input);
      if (text) await user.type(input, text);
      await user.tab();
    };
    await write(from, '2028-01-31');
    expect(to.value).toBe('');
    await write(months, '13');
    await expect.poll(() => to.value).toBe('2029-02-28');
    await write(from, '2028-03-31');
    await expect.poll(() => to.value).toBe('2029-04-30');
    await write(months, '');
    await expect.poll(() => to.value).toBe('');
    await write(months, '1');
    await expect.poll(() => to.value).toBe('2028-04-30');
    await write(to, '2030-01-01');
    await write(months, '2');
    expect(to.value).toBe('2030-01-01');
  });

  it('shows Markdown as it reads: no HTML, no scheme but those of pages, and no picture', async () => {
    const hostile =
      '**bold** <img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](https://b.example) ![c](https://c.example/p.png)';
    root.render(<ValueForm field={of('richText')} value={hostile} />);
    const preview = await until(() => testRoot.querySelector<HTMLElement>('button[value=true]'));
    await userEvent.setup({ delay: null }).click(preview);
    await until(() => testRoot.querySelector('strong'));
    expect(testRoot.querySelector('strong')?.textContent).toBe('bold');
    expect(testRoot.querySelector('img, script, [onerror]')).toBeNull();
    expect([...testRoot.querySelectorAll('a')].map((a) => [a.textContent, a.getAttribute('href')])).toEqual([
      ['b', 'https://b.example'],
    ]);
    expect(testRoot.textContent).toContain('<img src=x onerror=alert(1)>');
  });

  it.each(['decimal', 'integer'] as const)('says what a number counts, of kind %s', async (kind) => {
    await written(of(kind, metres), null, '2');
    expect(testRoot.textContent).toContain('metres');
    await written(of(kind, metres), null, '1');
    expect(testRoot.textContent).toContain('metre');
  });
});

it('a yes stands out in the colour that its field says, and a no does not', async () => {
  const fields = { late: of('boolean', { tone: 'bad' }), calm: of('boolean') };
  const shown = async (record: object) => {
    root.render(
      <AdminContext contract={contract}>
        {Object.keys(fields).map((name) => (
          <p key={name}>
            <Cell entity={{ name: 'x', fields } as never} name={name} record={{ ...record }} />
          </p>
        ))}
      </AdminContext>,
    );
    const text = Object.values(record).map((value) => (value === null ? '-' : value ? 'Yes' : 'No'));
    await until(() => testRoot.textContent === text.join(''));
    return [...testRoot.querySelectorAll('.choice.bad')].map((one) => one.textContent);
  };
  expect(await shown({ late: true, calm: true })).toEqual(['Yes']);
  expect(await shown({ late: false, calm: false })).toEqual([]);
  expect(await shown({ late: null, calm: true })).toEqual([]);
});

it('a picker of several says that its records did not come, and asks again', async () => {
  const getList = vi.fn().mockRejectedValueOnce(new Error('down'));
  getList.mockResolvedValue({ data: [{ id: 4, name: 'Rope' }], total: 1 });
  const data = { getList, getMany: async () => ({ data: [] }) } as unknown as DataProvider;
  root.render(<ValueForm field={of('list', { items: of('reference', { to: 'product' }) })} value={[]} data={data} />);
  const alert = await until(() => testRoot.querySelector<HTMLElement>('[role=alert]'));
  expect(alert.textContent).toContain('The data could not be loaded.');
  const user = userEvent.setup({ delay: null });
  await user.click(alert.querySelector('button') as HTMLElement);
  await until(() => !testRoot.querySelector('[role=alert]'));
  await user.click(testRoot.querySelector('input') as HTMLElement);
  await until(() => document.querySelector('[role=option]'));
  expect(getList).toHaveBeenCalledTimes(2);
});

it.each([
  ['one record', of('reference', { to: 'product' }), null, 5],
  ['several records', of('list', { items: of('reference', { to: 'product' }) }), [], [5]],
])(
  'a picker of %s offers what was found for the words alone, and Enter never sends the form by them',
  async (_of, field, value, picked) => {
    const rope = { id: 4, name: 'Rope' };
    const cord = { id: 5, name: 'Cord' };
    let answer = (_found: object) => {};
    const getList = vi.fn(async (_resource: string, { filter }: { filter: { search?: string } }) =>
      filter.search ? new Promise<object>((done) => (answer = done)) : { data: [rope, cord], total: 2 },
    );
    const data = { getList, getMany: async () => ({ data: [cord] }) } as unknown as DataProvider;
    const onSubmit = vi.fn();
    root.render(<ValueForm field={field} value={value} data={data} onSubmit={onSubmit} />);
    const input = await until(() => testRoot.querySelector<HTMLInputElement>('input'));
    const user = userEvent.setup({ delay: null });
    const offered = () => [...document.querySelectorAll('[role=option]')].map((one) => one.textContent);
    await user.click(input);
    await until(() => offered().length === 2);
    await user.keyboard('{Enter}');
    await user.keyboard('Cor');
    // Pressed before the search starts, and while it is pending.
    await user.keyboard('{ArrowDown}{Enter}');
    await until(() => {
      expect(offered()).toEqual([]);
      return getList.mock.calls.some(([, { filter }]) => filter.search === 'Cor');
    });
    await user.keyboard('{ArrowDown}{Enter}');
    expect([input.value, formValue, offered()]).toEqual(['Cor', value, []]);
    answer({ data: [cord], total: 1 });
    await until(() => offered().length === 1);
    await user.keyboard('{ArrowDown}{Enter}');
    await until(() => JSON.stringify(formValue) === JSON.stringify(picked));
    expect(onSubmit).not.toHaveBeenCalled();
  },
);

describe('an input of files', () => {
  const types = ['application/pdf', 'image/png'] as const;
  const item = of('file', { maxMb: 1, types });
  const many = of('list', { items: item, max: 2 });
  const pdf = (name: string, size = 9) => new File([new Uint8Array(size)], name, { type: 'application/pdf' });
  const stored = (name: string) => ({ id: `id of ${name}`, name, size: 9, type: 'application/pdf', sha256: 'ab' });
  const button = (name: string) => until(() => testRoot.querySelector<HTMLElement>(`button[aria-label="${name}"]`));
  const message = (text: string) => until(() => testRoot.textContent?.includes(text));

  beforeEach(() => {
    FakeRequest.all = [];
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
  });
  afterEach(() => vi.unstubAllGlobals());

  /** Renders the input and chooses files, as a user does in the browser's dialog. */
  async function chosen(field: Field, value: unknown, ...files: File[]) {
    root.render(<ValueForm field={field} value={value} />);
    const input = await until(() => testRoot.querySelector<HTMLInputElement>('input[type=file]'));
    await userEvent.setup({ delay: null, applyAccept: false }).upload(input, files);
    return FakeRequest.all;
  }

  it('says its limits, sends what is chosen, tells how far it is, and holds what the server answers', async () => {
    const [request] = await chosen(item, null, pdf('合同 & a.pdf'));
    expect(testRoot.textContent).toContain('PDF, PNG, up to 1 MB');
    expect(request?.url).toBe('POST /v1/order/upload/value?name=%E5%90%88%E5%90%8C%20%26%20a.pdf');
    expect(request?.headers).toMatchObject({
      'X-LANG': 'en',
      'Idempotency-Key': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    await message('0 %');
    expect(formValue).toHaveProperty('pending');
    request?.upload.onprogress?.({ loaded: 3 });
    await message('33 %');
    request?.answer(200, stored('a.pdf'));
    await message('9 B');
    expect(formValue).toEqual(stored('a.pdf'));
    (await button('Remove a.pdf')).click();
    await until(() => formValue === null);
  });

  it('does not save before all has arrived', () => {
    expect(validate(ruleOf(item), { pending: '1' })).toEqual({ _: ['file_pending'] });
  });

  it('keeps several, each stopped or removed by itself', async () => {
    const [first, second] = await chosen(many, [], pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'));
    await message('At most 2 files.');
    second?.answer(200, stored('b.pdf'));
    (await button('Stop uploading a.pdf')).click();
    await until(() => first?.aborted);
    await until(() => JSON.stringify(formValue) === JSON.stringify([stored('b.pdf')]));
    expect(testRoot.querySelector('[role=alert]')?.textContent).toBe('At most 2 files.');
  });

  it.each([
    ['too large', pdf('a.pdf', 1024 * 1024 + 1), 'a.pdf is larger than 1 MB.'],
    ['of another type', pdf('a.docx'), 'a.docx is not one of these types: PDF, PNG.'],
    ['empty', pdf('a.pdf', 0), 'a.pdf is empty.'],
  ])('sends nothing that is %s, and says why', async (_, file, why) => {
    await chosen(item, null, file);
    await message(why);
    expect(FakeRequest.all).toEqual([]);
    expect(formValue).toBeNull();
  });

  it('tells what the server refuses, in its words, and leaves the field as it was', async () => {
    const [request] = await chosen(many, [stored('a.pdf')], pdf('b.pdf'));
    request?.answer(422, { title: 'Only files of these types: PDF', error: { fields: {} } });
    await message('b.pdf was not uploaded. Only files of these types: PDF');
    expect(formValue).toEqual([stored('a.pdf')]);
  });

  it('takes what is dropped', async () => {
    root.render(<ValueForm field={item} value={null} />);
    const zone = await until(() => testRoot.querySelector('input[type=file]')?.parentElement);
    const dropped = new Event('drop', { bubbles: true, cancelable: true });
    zone.dispatchEvent(Object.assign(dropped, { dataTransfer: { files: [pdf('a.pdf')] } }));
    await message('0 %');
    expect(dropped.defaultPrevented).toBe(true);
  });

  it('ends what is on its way when the form is closed', async () => {
    const [request] = await chosen(item, null, pdf('a.pdf'));
    root.render(null);
    await until(() => request?.aborted);
  });
});

it('greys out the days before the earliest and after the latest in a calendar', async () => {
  const limited = date({ label, earliest: today, latest: plus(today, { days: 1 }) });
  root.render(<ValueForm field={limited} value={null} />);
  const button = await until(() => testRoot.querySelector<HTMLElement>('button[aria-haspopup=dialog]'));
  await userEvent.click(button);
  await until(() => document.querySelector('[role=grid]'));
  const [now, day] = [Date.now(), 86_400_000];
  const isDisabled = (days: number): boolean | undefined => {
    const name = dateInZone(browserZone(), new Date(now + days * day));
    return document.querySelector<HTMLButtonElement>(`[data-day="${name}"] button`)?.disabled;
  };
  expect(isDisabled(0)).toBe(false);
  // Other days may be in another month, which is not shown.
  expect([true, undefined]).toContain(isDisabled(-1));
  expect([false, undefined]).toContain(isDisabled(1));
  expect([true, undefined]).toContain(isDisabled(2));
  expect(document.querySelectorAll('[role=grid] button:not(:disabled)').length).toBeLessThanOrEqual(2);
});

describe('an input whose field has a default', () => {
  const looksRequired = async (field: Field, operation: 'create' | 'edit', expected: boolean) => {
    const key = `${field.kind} ${operation}`;
    root.render(<ValueForm key={key} field={mayBeLeftOut(field, operation)} value={undefined} />);
    const marks = () => [
      testRoot.querySelectorAll('.MuiFormLabel-root').length > 0,
      testRoot.querySelectorAll('.MuiFormLabel-asterisk').length > 0,
    ];
    await expect.poll(marks, { message: key }).toEqual([true, expected]);
  };

  it('is marked as required where a new record may not empty it, and only there', async () => {
    const choices = [{ id: 1, label }];
    const fixed = [
      of('integer', { required: true, default: 1 }),
      of('text', { required: true, default: 'a' }),
      of('choice', { required: true, default: 1, choices }),
    ];
    for (const field of fixed) {
      await looksRequired(field, 'create', true);
      // An edit empties the field to its default.
      await looksRequired(field, 'edit', false);
    }
    await looksRequired(of('date', { required: true, default: today }), 'create', false);
  });
});
