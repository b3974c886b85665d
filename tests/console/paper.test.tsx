import { type DataProvider, memoryStore, ResourceContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import { ticket } from '../../examples/service-desk/tickets/ticket.ts';
import { ticketTeam } from '../../examples/service-desk/tickets/ticketTeam.ts';
import { lazyDialogs } from '../../src/lazyDialogs.ts';
import { EntityDetail } from '../../src/resources/detail/EntityDetail.tsx';
import { DialogSlotsProvider } from '../../src/resources/dialogSlots.ts';
import { AdminContext } from './support/adminContext.tsx';
import { eachWithTestRoot, root } from './support/testRoot.ts';
import { until } from './support/until.ts';

const contract = createContract({ ...registry, ticket, ticket_team: ticketTeam });

const record = {
  id: 7,
  number: 'T-000007',
  subject: 'It stops',
  description: 'Every night',
  severity: 2,
  status: 3,
  hours: '1.5',
  resolution: 'Restarted',
  remark: 'Known fault',
  version: 1,
};

const dataProvider = {
  getOne: async () => ({ data: record }),
  getList: async () => ({ data: [], total: 0 }),
  getMany: async () => ({ data: [] }),
  call: async () => ({ items: [], total: 0 }),
} as unknown as DataProvider;

const sessionOf = (role: string) => ({
  user: { id: 2, name: 'one', nick_name: null, phone: null, role_id: 3, tags: 0, enterprise_id: 1, enterprise: null },
  role,
  api_key: 'key',
  expires_at: '2099-01-01T00:00:00Z',
  must_change_password: false,
});

eachWithTestRoot();
beforeEach(() => localStorage.setItem('licence.session', JSON.stringify(sessionOf('SalesMan'))));
afterEach(() => window.dispatchEvent(new Event('afterprint')));

async function print() {
  root.render(
    <AdminContext contract={contract} dataProvider={dataProvider} store={memoryStore()}>
      <DialogSlotsProvider value={lazyDialogs}>
        <ResourceContextProvider value="ticket">
          <EntityDetail id={7} onClose={() => undefined} />
        </ResourceContextProvider>
      </DialogSlotsProvider>
    </AdminContext>,
  );
  await until(() => document.body.textContent?.includes('Known fault'));
  // What is drawn listens to the printer a moment later.
  await new Promise((resolve) => setTimeout(resolve));
  window.dispatchEvent(new Event('beforeprint'));
  const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]'));
  const texts = (selector: string) => [...dialog.querySelectorAll(selector)].map((one) => one.textContent);
  return { text: dialog.textContent ?? '', texts };
}

it('a ticket on paper has the declared title, sections and lines to sign, in their order, and no more', async () => {
  const { text, texts } = await print();
  expect(text).toContain('Service report');
  expect(texts('h3')).toEqual(['Fault and resolution']);
  expect(texts('dt')).toEqual([
    'Number',
    'Enterprise',
    'Severity',
    'Status',
    'Begins',
    'Resolved at',
    'Effort',
    'Subject',
    'Description',
    'Resolution',
  ]);
  expect(texts('[data-signatures] > *')).toEqual(['Customer']);
  expect(text).not.toContain('Known fault');
});

it('the page is back after printing', async () => {
  await print();
  window.dispatchEvent(new Event('afterprint'));
  await until(() => document.body.textContent?.includes('Known fault'));
  expect(document.querySelector('[data-signatures]')).toBeNull();
});
