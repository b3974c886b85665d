import userEvent from '@testing-library/user-event';
import { type DataProvider, memoryStore } from 'react-admin';
import { beforeEach, expect, it } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import type { TotalGroup } from '../../contract/lists/totals.ts';
import { ticket } from '../../examples/service-desk/tickets/ticket.ts';
import { ticketTeam } from '../../examples/service-desk/tickets/ticketTeam.ts';
import { lazyDialogs } from '../../src/lazyDialogs.ts';
import { DialogSlotsProvider } from '../../src/resources/dialogSlots.ts';
import { EntityScreen } from '../../src/resources/list/EntityScreen.tsx';
import { OverridesProvider } from '../../src/resources/overrides.ts';
import { DialogHost } from '../../src/ui/dialog/DialogHost.tsx';
import { AdminContext } from './support/adminContext.tsx';
import { eachWithTestRoot, root, testRoot } from './support/testRoot.ts';
import { until } from './support/until.ts';

const contract = createContract({ ...registry, ticket, ticket_team: ticketTeam });

const session = {
  user: { id: 1, name: 'admin', nick_name: null, phone: null, role_id: 1, tags: 0, enterprise_id: null },
  role: 'SuperAdmin',
  api_key: 'key',
  expires_at: '2099-01-01T00:00:00Z',
  must_change_password: false,
};

const groups: TotalGroup[] = [
  { value: 7, title: 'Harbour', total: 9, sums: [], averages: [{ field: 'hours', of: null, average: '2.75' }] },
  { value: 8, total: 4, sums: [] },
  { value: null, total: 2, sums: [] },
  { value: null, others: true, total: 30, sums: [] },
];

let asked: Record<string, unknown>[] = [];
const dataProvider = {
  async getList(resource: string, { filter }: { filter: Record<string, unknown> }) {
    if (resource !== 'ticket') return { data: [], total: 0 };
    asked.push(filter);
    return { data: [{ id: 1, number: 'T-1', subject: 'It stops', status: 0, severity: 1, version: 1 }], total: 45 };
  },
  async getMany(_resource: string, { ids }: { ids: number[] }) {
    return { data: ids.filter((id) => id !== 8).map((id) => ({ id, name: `Enterprise ${id}` })) };
  },
  async totals(_entity: unknown, _filter: unknown, by: string) {
    const byState = [{ value: 0, total: 45, sums: [] }];
    const sums = [{ field: 'hours', of: null, sum: '1234' }];
    const averages = [{ field: 'hours', of: null, average: '1234.5' }];
    return { total: 45, sums, averages, groups: by === 'enterprise_id' ? groups : by === 'status' ? byState : [] };
  },
} as unknown as DataProvider;

beforeEach(() => {
  localStorage.setItem('licence.session', JSON.stringify(session));
  asked = [];
  window.history.replaceState(null, '', '#/ticket');
});
eachWithTestRoot();

const user = userEvent.setup({ delay: null });
const open = () =>
  root.render(
    <AdminContext contract={contract} dataProvider={dataProvider} store={memoryStore()}>
      <DialogSlotsProvider value={lazyDialogs}>
        <OverridesProvider value={{ entities: {}, ListTool: () => null }}>
          <DialogHost>
            <EntityScreen name="ticket" path="/ticket" />
          </DialogHost>
        </OverridesProvider>
      </DialogSlotsProvider>
    </AdminContext>,
  );

const totals = () => until(() => testRoot.querySelector<HTMLElement>('section[aria-label=Totals]'));
async function groupBy(label: string): Promise<void> {
  const select = await until(async () => (await totals()).querySelector<HTMLElement>('[role=combobox]'));
  await user.click(select as HTMLElement);
  const option = await until(() =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].find(({ textContent }) => textContent === label),
  );
  await user.click(option as HTMLElement);
}
const cells = () =>
  [...testRoot.querySelectorAll('section[aria-label=Totals] tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].slice(0, 2).map(({ textContent }) => textContent),
  );
const groupName = (name: string) =>
  until(() =>
    [...testRoot.querySelectorAll<HTMLElement>('section[aria-label=Totals] button')].find(
      ({ textContent }) => textContent === name,
    ),
  );

it('names groups of records by their titles, one that is not visible by its number, and the others together', async () => {
  open();
  await groupBy('Enterprise');
  await expect.poll(cells).toEqual([
    ['Harbour', '9'],
    ['#8', '4'],
    ['-', '2'],
    ['Others', '30'],
  ]);
});

it('shows averages beside the sums, in total and by group', async () => {
  open();
  await expect.poll(async () => (await totals())?.textContent).toMatch(/, average1,234\.5 h/);
  await groupBy('Enterprise');
  const headings = () => [...testRoot.querySelectorAll('section[aria-label=Totals] th')].map((one) => one.textContent);
  await expect.poll(() => headings().at(-1)).toMatch(/, average$/);
  const averages = () =>
    [...testRoot.querySelectorAll('section[aria-label=Totals] tbody tr')].map(
      (row) => row.lastElementChild?.textContent,
    );
  await expect.poll(averages).toEqual(['2.75 h', '-', '-', '-']);
});

it('leads from a group of a record and of a choice to its records', async () => {
  open();
  await groupBy('Enterprise');
  await user.click((await groupName('Harbour')) as HTMLElement);
  await expect.poll(() => asked.at(-1)).toMatchObject({ enterprise_id: 7 });
  await groupBy('Status');
  await user.click((await groupName('New')) as HTMLElement);
  await expect.poll(() => asked.at(-1)).toMatchObject({ enterprise_id: 7, status: 0 });
});
