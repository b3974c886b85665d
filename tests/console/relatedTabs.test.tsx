import { type DataProvider, memoryStore, ResourceContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import { lazyDialogs } from '../../src/lazyDialogs.ts';
import { EntityDetail } from '../../src/resources/detail/EntityDetail.tsx';
import { DialogSlotsProvider } from '../../src/resources/dialogSlots.ts';
import { AdminContext } from './support/adminContext.tsx';
import { signIn } from './support/signIn.ts';
import { eachWithTestRoot, root } from './support/testRoot.ts';
import { until } from './support/until.ts';

const contract = createContract(registry);
const enterprise = { id: 7, name: 'Redwood', version: 1 };
const dataProvider = {
  getOne: async () => ({ data: enterprise }),
  getList: async () => ({ data: [], total: 0 }),
  getMany: async () => ({ data: [] }),
  call: async () => ({ items: [], total: 0 }),
} as unknown as DataProvider;

eachWithTestRoot();

/** Opens the enterprise and one of its tabs. */
async function openTab(role: string, label: string): Promise<() => string[]> {
  signIn(role);
  root.render(
    <AdminContext contract={contract} dataProvider={dataProvider} store={memoryStore()}>
      <DialogSlotsProvider value={lazyDialogs}>
        <ResourceContextProvider value="enterprise">
          <EntityDetail id={7} onClose={() => undefined} />
        </ResourceContextProvider>
      </DialogSlotsProvider>
    </AdminContext>,
  );
  const tab = await until(() =>
    [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.textContent === label),
  );
  tab.click();
  await until(() => document.querySelector('[role=tabpanel]')?.textContent?.includes('Nothing here yet'));
  return () => [...document.querySelectorAll('[role=tabpanel] button')].map((one) => one.textContent ?? '');
}

it('a tab creates a record of an entity with a screen of its own, for the record that is shown', async () => {
  const buttons = await openTab('SuperAdmin', contract.entity('enterprise_product').labels.en);
  expect(buttons()).toContain(`New ${contract.entity('enterprise_product').label.en.toLowerCase()}`);
  const create = [...document.querySelectorAll<HTMLElement>('[role=tabpanel] button')].find((one) =>
    one.textContent?.startsWith('New '),
  );
  create?.click();
  const form = await until(() => document.querySelector('[role=dialog] form'));
  const inputs = [...form.querySelectorAll('label')].map((one) => one.textContent ?? '');
  expect(inputs.some((one) => one.startsWith('Product'))).toBe(true);
  expect(inputs.some((one) => one.startsWith('Enterprise'))).toBe(false);
});

it.each([
  // Each kind of user has a screen of its own, and an order has a dialog of its own.
  ['SuperAdmin', 'user'],
  ['SuperAdmin', 'order'],
] as const)('to %s, a tab with %s offers none whose form it does not know', async (role, name) => {
  const buttons = await openTab(role, contract.entity(name).labels.en);
  expect(buttons().filter((one) => one.startsWith('New '))).toEqual([]);
});
