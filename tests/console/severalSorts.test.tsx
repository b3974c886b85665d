import userEvent from '@testing-library/user-event';
import { type DataProvider, memoryStore } from 'react-admin';
import { beforeEach, expect, it } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import { training } from '../../examples/service-desk/trainings/training.ts';
import { trainingBooking } from '../../examples/service-desk/trainings/trainingBooking.ts';
import { lazyDialogs } from '../../src/lazyDialogs.ts';
import { DialogSlotsProvider } from '../../src/resources/dialogSlots.ts';
import { EntityScreen } from '../../src/resources/list/EntityScreen.tsx';
import { SortInput } from '../../src/resources/list/filters/SortInput.tsx';
import { OverridesProvider } from '../../src/resources/overrides.ts';
import { DialogHost } from '../../src/ui/dialog/DialogHost.tsx';
import { AdminContext } from './support/adminContext.tsx';
import { eachWithTestRoot, root, testRoot } from './support/testRoot.ts';
import { until } from './support/until.ts';

/** A list whose own order has several fields. */
const contract = createContract({ ...registry, training, training_booking: trainingBooking });

const session = {
  user: { id: 1, name: 'admin', nick_name: null, phone: null, role_id: 1, tags: 0, enterprise_id: null },
  role: 'SuperAdmin',
  api_key: 'key',
  expires_at: '2099-01-01T00:00:00Z',
  must_change_password: false,
};

let sorts: string[] = [];
const dataProvider = {
  async getList(resource: string, { sort }: { sort?: { field: string; order: string } }) {
    if (resource !== 'training') return { data: [], total: 0 };
    sorts.push(`${sort?.field} ${sort?.order}`);
    return { data: [{ id: 1, subject: 'First', room: 'North', status: 0, seats: 5, version: 1 }], total: 1 };
  },
} as unknown as DataProvider;

beforeEach(() => {
  localStorage.setItem('licence.session', JSON.stringify(session));
  sorts = [];
  window.history.replaceState(null, '', '#/training');
});
eachWithTestRoot();

const user = userEvent.setup({ delay: null });
const SortTool = () => <SortInput entity={contract.entity('training')} />;
const open = () =>
  root.render(
    <AdminContext contract={contract} dataProvider={dataProvider} store={memoryStore()}>
      <DialogSlotsProvider value={lazyDialogs}>
        <OverridesProvider value={{ entities: {}, ListTool: SortTool }}>
          <DialogHost>
            <EntityScreen name="training" path="/training" />
          </DialogHost>
        </OverridesProvider>
      </DialogSlotsProvider>
    </AdminContext>,
  );
const headings = () => testRoot.querySelectorAll<HTMLElement>('th');
const heading = (label: string) =>
  until(() => [...headings()].find(({ textContent }) => textContent?.startsWith(label)));
const sortedHeadings = () =>
  [...headings()].flatMap((one) => (one.ariaSort ? [`${one.textContent} ${one.ariaSort}`] : []));

it('asks for the order of several fields, and shows it at the heading of the first', async () => {
  open();
  await expect.poll(() => sorts).toEqual(['room,-starts_at ASC']);
  await expect.poll(sortedHeadings).toEqual(['Room ascending']);
});

it('sorts by the field of a heading alone after a click', async () => {
  open();
  const label = (await heading('Starts at')).querySelector<HTMLElement>('[role=button]');
  await user.click(label as HTMLElement);
  await expect.poll(() => sorts.at(-1)).toBe('starts_at ASC');
  await expect.poll(sortedHeadings).toEqual(['Starts at ascending']);
});

it('offers the order of several fields beside those of one, and leads back to it', async () => {
  open();
  const select = () =>
    until(() =>
      [...testRoot.querySelectorAll<HTMLElement>('[role=combobox]')].find(({ textContent }) =>
        textContent?.includes(' · '),
      ),
    );
  const choose = async (label: string) => {
    await user.click(await select());
    const option = await until(() =>
      [...document.querySelectorAll<HTMLElement>('[role=option]')].find(({ textContent }) => textContent === label),
    );
    await user.click(option);
  };
  await expect.poll(async () => (await select()).textContent).toBe('Room · Ascending, Starts at · Descending');
  await choose('Seats · Descending');
  await expect.poll(() => sorts.at(-1)).toBe('seats DESC');
  await choose('Room · Ascending, Starts at · Descending');
  await expect.poll(() => sorts.at(-1)).toBe('room,-starts_at ASC');
});
