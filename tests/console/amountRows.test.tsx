import userEvent from '@testing-library/user-event';
import { type DataProvider, ResourceContextProvider } from 'react-admin';
import { beforeEach, expect, it } from 'vitest';
import { lazyDialogs } from '../../src/lazyDialogs.ts';
import { DialogSlotsProvider } from '../../src/resources/dialogSlots.ts';
import { CreateForm } from '../../src/resources/form/CreateForm.tsx';
import { contractWith } from '../support/contractWith.ts';
import { invoiceDesk } from '../support/quoteDesk/invoices.ts';
import { AdminContext } from './support/adminContext.tsx';
import { signIn } from './support/signIn.ts';
import { eachWithTestRoot, root } from './support/testRoot.ts';
import { until, untilHolds } from './support/until.ts';

const contract = contractWith(invoiceDesk());
const entity = contract.entity('invoice');
const tariff = { id: 3, name: 'Day', currency: 'EUR', rate: 9_900 };
const product = { id: 4, name: 'Studio', metering: 'value', unit: 'seats' };
const records: Readonly<Record<string, readonly object[]>> = {
  tariff: [tariff, { ...tariff, id: 5, name: 'Night' }],
  product: [product, { ...product, id: 6, name: 'Server', metering: 'host' }],
};
const sent: unknown[] = [];
const dataProvider = {
  getList: async (name: string) => ({ data: records[name] ?? [], total: 2 }),
  getMany: async (name: string) => ({ data: records[name]?.slice(0, 1) }),
  getOne: async (name: string) => ({ data: records[name]?.[0] }),
  create: async (_: string, { data }: { data: object }) => {
    sent.push(data);
    return { data: { id: 9, ...data } };
  },
} as unknown as DataProvider;

eachWithTestRoot();
beforeEach(() => signIn());

const button = (name: RegExp) =>
  until(() => [...document.querySelectorAll('button')].find((one) => name.test(one.textContent ?? '')));
const input = (name: string) => until(() => document.querySelector<HTMLInputElement>(`[name="${name}"]`));
const labelOf = (name: string) =>
  document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.labels?.[0]?.textContent;

/** The numbers that the form has calculated, in the order of the page. */
const calculated = () => [...document.querySelectorAll('form dl')].map((one) => one.textContent);

it('an amount in a row of children is typed in the currency of the record, and starts with the price of the row', async () => {
  const user = userEvent.setup();
  root.render(
    <AdminContext contract={contract} dataProvider={dataProvider}>
      <DialogSlotsProvider value={lazyDialogs}>
        <ResourceContextProvider value="invoice">
          <CreateForm
            entity={entity}
            options={{ form: entity.form ?? [], preset: { currency: 'EUR' } }}
            onClose={() => undefined}
          />
        </ResourceContextProvider>
      </DialogSlotsProvider>
    </AdminContext>,
  );
  await user.type(await input('subject'), 'Services');
  await user.click(await button(/Add.*line/i));
  const rate = await input('lines.0.rate');
  expect(labelOf('lines.0.rate')).toContain('EUR');
  await user.type(await input('lines.0.name'), 'One');
  await user.type(rate, '12.50');
  await untilHolds(() => expect(calculated()).toEqual(['Amount€12.50', 'Total€12.50']));

  await user.click(await button(/Add.*line/i));
  await user.type(await input('lines.1.name'), 'Two');
  await user.click(await input('lines.1.tariff_id'));
  await user.click(await until(() => document.querySelector<HTMLElement>('[role=option]')));
  await untilHolds(() =>
    expect(document.querySelector<HTMLInputElement>('[name="lines.1.rate"]')?.value).toMatch(/^99([.]00)?$/),
  );
  expect(rate.value).toBe('12.50');
  await untilHolds(() => expect(calculated()).toEqual(['Amount€12.50', 'Amount€99.00', 'Total€111.50']));
  await user.clear(await input('lines.0.quantity'));
  await untilHolds(() => expect(calculated()).toEqual(['Amount-', 'Amount€99.00', 'Total€99.00']));
  await user.type(await input('lines.0.quantity'), '3');
  await untilHolds(() => expect(calculated()).toEqual(['Amount€37.50', 'Amount€99.00', 'Total€136.50']));

  await user.click(await button(/^Create$/));
  await untilHolds(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    currency: 'EUR',
    lines: [
      { name: 'One', rate: 1_250, quantity: 3 },
      { name: 'Two', rate: 9_900, tariff_id: 3 },
    ],
  });
});

it('a quantity in a row of children has the unit of the product of its row', async () => {
  const user = userEvent.setup();
  root.render(
    <AdminContext contract={contract} dataProvider={dataProvider}>
      <DialogSlotsProvider value={lazyDialogs}>
        <ResourceContextProvider value="invoice">
          <CreateForm entity={entity} options={{ form: entity.form ?? [] }} onClose={() => undefined} />
        </ResourceContextProvider>
      </DialogSlotsProvider>
    </AdminContext>,
  );
  await user.click(await button(/Add.*line/i));
  await user.click(await button(/Add.*line/i));
  await user.click(await input('lines.1.product_id'));
  await user.click(await until(() => document.querySelector<HTMLElement>('[role=option]')));
  const unitAt = async (name: string) => (await input(name)).parentElement?.textContent ?? '';
  await until(async () => ((await unitAt('lines.1.quantity')).includes('seats') ? true : undefined));
  expect(await unitAt('lines.0.quantity')).not.toContain('seats');
});
