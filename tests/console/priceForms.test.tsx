import userEvent from '@testing-library/user-event';
import { Suspense, useEffect } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { refusalSentence } from '../../contract/access/refusalSentence.ts';
import { translateMessage } from '../../contract/messages/catalogue.ts';
import { loadDeclarations } from '../../contract/outlines/outlinedContract.ts';
import { offer } from '../../examples/service-desk/prices/offer.ts';
import { price } from '../../examples/service-desk/prices/price.ts';
import { RefusedButton } from '../../src/resources/detail/record/RefusedButton.tsx';
import { FollowDefaults } from '../../src/resources/form/FollowDefaults.tsx';
import { ruleMessages } from '../../src/resources/form/ruleMessages.ts';
import { defaultValues } from '../../src/resources/formState/defaultValues.ts';
import { useCurrency } from '../../src/resources/input/scalars/MoneyInput.tsx';
import { DialogRecordProvider } from '../../src/resources/input/shared/DialogRecordContext.ts';
import { assetDesk } from '../support/assetDesk/desk.ts';
import { contractWith } from '../support/contractWith.ts';
import { outlined } from '../support/outlined.ts';
import { AdminContext } from './support/adminContext.tsx';
import { eachWithTestRoot, root, testRoot } from './support/testRoot.ts';
import { until, untilHolds } from './support/until.ts';

const contract = contractWith({ price, offer, ...assetDesk });
const prices = contract.entity('price');
const offers = contract.entity('offer');

eachWithTestRoot();

describe('checks and periods in a form', () => {
  const broken = (values: object) =>
    Object.entries(ruleMessages(prices, prices.fields)({ ...values })).map(([name, message]) => [
      name,
      translateMessage(String(message), 'zh'),
    ]);

  it.each<[object, [string, string][]]>([
    [{ amount: 100, lowest: 101 }, [['lowest', '最低价不能高于标价']]],
    [{ amount: 100, lowest: null }, []],
    [{ amount: 100, lowest: 'one' }, []],
    [{ discount: '0.1', bonus: '30.4', most: 9 }, []],
    [{ discount: '0.1', bonus: '30.41', most: 9 }, [['discount', '折扣与返利合计不得超过 30.5%，数量少于五的除外']]],
    [{ starts_on: '2030-02-02', ends_on: '2030-02-01' }, [['ends_on', '不能小于起始值']]],
    [{ starts_on: '2030-02-01', ends_on: '2032-02-02' }, [['ends_on', '价格有效期最长两年']]],
  ])('%j', (values, expected) => {
    expect(broken(values)).toEqual(expected);
  });
});

describe('a default from a referenced record in a form', () => {
  const shown: { form?: UseFormReturn | undefined } = {};
  const records: Readonly<Record<number, object>> = {
    1: { id: 1, name: 'Spring', currency: 'EUR', amount: 12_345, discount: '7.50', ends_on: '2031-01-31' },
    2: { id: 2, name: 'Autumn', currency: 'CNY', amount: 99, discount: null, ends_on: null },
    3: { id: 3, title: 'Only its name' },
  };
  const asked: number[] = [];
  const dataProvider = {
    getMany: async (_: string, { ids }: { ids: number[] }) => {
      asked.push(...ids);
      return { data: ids.map((id) => records[id]) };
    },
  };

  function OfferForm() {
    const made = useForm({ defaultValues: defaultValues(contract, offers.fields) });
    useEffect(() => {
      shown.form = made;
    }, [made]);
    return (
      <FormProvider {...made}>
        <FollowDefaults fields={offers.fields} all={offers.fields} />
      </FormProvider>
    );
  }
  const values = () => {
    const { currency, amount, discount, valid_until } = shown.form?.getValues() ?? {};
    return [currency, amount, discount, valid_until];
  };

  it('is filled in when the reference is chosen, until somebody edits the input', async () => {
    root.render(
      <AdminContext contract={contract} dataProvider={dataProvider as never}>
        <OfferForm />
      </AdminContext>,
    );
    const form = await until(() => shown.form);
    // Left out of the body: the server knows better what it has.
    expect(values()).toEqual([undefined, undefined, undefined, undefined]);
    form?.setValue('price_id', 1);
    await untilHolds(() => expect(values()).toEqual(['EUR', 12_345, '7.50', '2031-01-31']));
    form?.setValue('amount', 11_000, { shouldDirty: true });
    form?.setValue('price_id', 2);
    await untilHolds(() => expect(values()).toEqual(['CNY', 11_000, null, null]));
    form?.setValue('price_id', 1);
    await untilHolds(() => expect(values()).toEqual(['EUR', 11_000, '7.50', '2031-01-31']));
  });

  it('is left to the server where the caller may not read the record', async () => {
    shown.form = undefined;
    asked.length = 0;
    root.render(
      <AdminContext contract={contract} dataProvider={dataProvider as never}>
        <OfferForm />
      </AdminContext>,
    );
    const form = await until(() => shown.form);
    form?.setValue('price_id', 3);
    form?.setValue('subject', 'Mover');
    await untilHolds(() => expect(asked).toEqual([3]));
    expect(values()).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a default from a record that the record of a dialog refers to', () => {
  it('is filled in once its declaration and its values are there, and not over what somebody typed', async () => {
    const shown: { form?: UseFormReturn } = {};
    const asked: string[] = [];
    const dataProvider = {
      getMany: async (entity: string, { ids }: { ids: number[] }) => {
        asked.push(`${entity} ${ids.join()}`);
        return { data: [{ id: 1, name: 'Spring', currency: 'EUR', discount: '7.50' }] };
      },
    };
    const known = outlined(contract);
    await loadDeclarations(known, ['offer']);
    const { discount } = offers.fields;
    const fields = { granted: { ...discount, default: { from: 'price_id', field: 'discount' } } };
    function StepForm() {
      const made = useForm({ defaultValues: defaultValues(known, fields as never) });
      shown.form = made as never;
      return (
        <FormProvider {...made}>
          <Suspense>
            <FollowDefaults fields={fields as never} all={fields as never} />
          </Suspense>
        </FormProvider>
      );
    }
    root.render(
      <AdminContext contract={known} dataProvider={dataProvider as never}>
        <DialogRecordProvider value={{ entity: known.entity('offer'), record: { id: 9, price_id: 1 } }}>
          <StepForm />
        </DialogRecordProvider>
      </AdminContext>,
    );
    await untilHolds(() => expect(shown.form?.getValues('granted')).toBe('7.50'));
    expect(asked).toEqual(['price 1']);
    shown.form?.setValue('granted', '1.00', { shouldDirty: true });
    await untilHolds(() => expect(shown.form?.getValues('granted')).toBe('1.00'));
  });
});

describe('the currency of an amount, where the form does not ask for it', () => {
  it('is that of the chosen record', async () => {
    const shown: { form?: UseFormReturn } = {};
    const dataProvider = { getMany: async () => ({ data: [{ id: 1, name: 'Spring', currency: 'EUR' }] }) };
    const Currency = () => <output>{useCurrency({ ...offers.fields.amount, kind: 'money' } as never)}</output>;
    function AmountForm() {
      const made = useForm();
      shown.form = made as never;
      return (
        <FormProvider {...made}>
          <Currency />
        </FormProvider>
      );
    }
    root.render(
      <AdminContext contract={contract} dataProvider={dataProvider as never}>
        <ResourceContextProvider value="offer">
          <AmountForm />
        </ResourceContextProvider>
      </AdminContext>,
    );
    const output = await until(() => testRoot.querySelector('output'));
    expect(output.textContent).toBe('');
    shown.form?.setValue('price_id', 1);
    await untilHolds(() => expect(output.textContent).toBe('EUR'));
  });
});

describe('the sentence of a condition', () => {
  const asset = contract.entity('asset');
  const caller = { id: 1, role: 'SuperAdmin', enterprise_id: null, parent_id: null } as const;
  const why = (action: string, record: object) =>
    refusalSentence({ entity: asset, action, caller, record: { id: 1, ...record } })?.en;

  it('is at hand where the condition alone forbids something', () => {
    expect(why('edit', { status: 9 })).toBe('A written-off asset cannot be changed');
    expect(why('remove', { status: 1 })).toBe('Only assets in store can be deleted');
    expect([why('edit', { status: 0 }), why('remove', { status: 1, in_use: true })]).toEqual([undefined, undefined]);
    const sign = (record: object) =>
      refusalSentence({
        entity: contract.entity('service_contract'),
        action: 'sign',
        caller,
        record: { id: 1, ends_on: '2020-01-01', ...record },
      })?.zh;
    expect([sign({ status: 0 }), sign({ status: 1 }), sign({ status: 0, ends_on: '2999-01-01' })]).toEqual([
      '合同已到期',
      undefined,
      undefined,
    ]);
  });

  it('is at a disabled button that the keyboard reaches', async () => {
    const user = {
      id: 1,
      name: 'a',
      nick_name: 'A',
      phone: null,
      role_id: 1,
      tags: 0,
      enterprise_id: null,
      enterprise: null,
    };
    const session = { user, role: 'SuperAdmin', api_key: 'key', expires_at: '2099-01-01T00:00:00Z' };
    localStorage.setItem('licence.session', JSON.stringify({ ...session, must_change_password: false }));
    try {
      root.render(
        <AdminContext contract={contract}>
          <RefusedButton entity={asset} record={{ id: 1, status: 9 }} action="edit">
            Edit
          </RefusedButton>
        </AdminContext>,
      );
      const button = await until(() => testRoot.querySelector('button'));
      expect([button.textContent, button.getAttribute('aria-disabled'), button.title]).toEqual([
        'Edit',
        'true',
        'A written-off asset cannot be changed',
      ]);
      await userEvent.setup({ delay: null }).tab();
      expect(document.activeElement).toBe(button);
      const sentence = 'A written-off asset cannot be changed';
      await until(() => document.querySelector('[role=tooltip]')?.textContent === sentence);
      const describedBy = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      expect(describedBy?.textContent).toBe(sentence);
      button.blur();
      await until(() => document.querySelector('[role=tooltip]') === null);
      // A tap, which moves no pointer over the button, shows it too.
      button.click();
      await until(() => document.querySelector('[role=tooltip]')?.textContent === sentence);
    } finally {
      localStorage.removeItem('licence.session');
    }
  });
});
