import userEvent from '@testing-library/user-event';
import { type DataProvider, ResourceContextProvider } from 'react-admin';
import { beforeEach, expect, it } from 'vitest';
import { quote } from '../../examples/service-desk/quotes/quote.ts';
import { quoteLine } from '../../examples/service-desk/quotes/quoteLine.ts';
import { lazyDialogs } from '../../src/lazyDialogs.ts';
import { DialogSlotsProvider } from '../../src/resources/dialogSlots.ts';
import { CreateForm } from '../../src/resources/form/CreateForm.tsx';
import { contractWith } from '../support/contractWith.ts';
import { AdminContext } from './support/adminContext.tsx';
import { signIn } from './support/signIn.ts';
import { eachWithTestRoot, root } from './support/testRoot.ts';
import { until, untilHolds } from './support/until.ts';

const contract = contractWith({ quote, quote_line: quoteLine });
const entity = contract.entity('quote');
const dataProvider = {
  getList: async () => ({ data: [], total: 0 }),
  getMany: async () => ({ data: [] }),
} as unknown as DataProvider;

eachWithTestRoot();
beforeEach(() => signIn());

const button = (name: RegExp) =>
  until(() => [...document.querySelectorAll('button')].find((one) => name.test(one.textContent ?? '')));
const refused = () => [...document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map(({ name }) => name);
const input = (name: string) => until(() => document.querySelector<HTMLInputElement>(`[name="${name}"]`));
/** The form has validated what is in it. */
const validated = () => new Promise((resolve) => setTimeout(resolve, 100));

it('a new row of children is not refused before one of its inputs was left or the form was sent', async () => {
  const user = userEvent.setup();
  root.render(
    <AdminContext contract={contract} dataProvider={dataProvider}>
      <DialogSlotsProvider value={lazyDialogs}>
        <ResourceContextProvider value="quote">
          <CreateForm entity={entity} options={{ form: entity.form ?? [] }} onClose={() => undefined} />
        </ResourceContextProvider>
      </DialogSlotsProvider>
    </AdminContext>,
  );
  await user.click(await button(/Add.*line/i));
  await input('lines.0.name');
  await validated();
  expect(refused()).not.toContain('lines.0.name');

  await user.click(await input('lines.0.name'));
  await user.tab();
  await untilHolds(() => expect(refused()).toContain('lines.0.name'));

  await user.click(await button(/Add.*line/i));
  await input('lines.1.name');
  await validated();
  expect(refused()).toContain('lines.0.name');
  expect(refused()).not.toContain('lines.1.name');

  await user.click(await button(/^Create$/));
  await untilHolds(() => expect(refused()).toEqual(expect.arrayContaining(['lines.0.name', 'lines.1.name'])));

  await user.click(await button(/Add.*line/i));
  await input('lines.2.name');
  await validated();
  expect(refused()).not.toContain('lines.2.name');
});
