import { fireEvent } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { type DataProvider, memoryStore } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { ticket } from '../../examples/service-desk/tickets/ticket.ts';
import { ticketTeam } from '../../examples/service-desk/tickets/ticketTeam.ts';
import { ViewsButton } from '../../src/custom/views/ViewsButton.tsx';
import { lazyDialogs } from '../../src/lazyDialogs.ts';
import { DialogSlotsProvider } from '../../src/resources/dialogSlots.ts';
import { EntityScreen } from '../../src/resources/list/EntityScreen.tsx';
import { OverridesProvider } from '../../src/resources/overrides.ts';
import { DialogHost } from '../../src/ui/dialog/DialogHost.tsx';
import { AdminContext } from './support/adminContext.tsx';
import { eachWithTestRoot, root, testRoot } from './support/testRoot.ts';
import { until } from './support/until.ts';

const others = { ticket_team: ticketTeam };
const contract = createContract({ ...registry, ticket, ...others });
/** A calendar of the tickets that are open. */
const onlyOpen = createContract({
  ...registry,
  ticket: defineEntity({
    ...ticket,
    list: { ...ticket.list, calendar: { from: 'due_at', when: { status: [0, 1] } } },
  } as never),
  ...others,
});
/** The tickets in columns by a choice that people edit. */
const bySeverity = createContract({
  ...registry,
  ticket: defineEntity({ ...ticket, list: { ...ticket.list, board: { by: 'severity', shows: ['subject'] } } } as never),
  ...others,
});

/** The tickets in a calendar from the day on which they are due to the one on which they are resolved. */
const byDays = createContract({
  ...registry,
  ticket: defineEntity({
    ...ticket,
    list: {
      ...ticket.list,
      calendar: { from: 'due_at', until: 'resolved_at' },
      filters: [...(ticket.list.filters ?? []), 'resolved_at'],
    },
  } as never),
  ...others,
});

interface Ticket {
  id: number;
  number: string;
  subject: string;
  status: number;
  severity: number;
  due_at?: string;
  resolved_at?: string;
  version: number;
}
type Query = Readonly<Record<string, unknown>>;

let tickets: Ticket[] = [];
let requests: Query[] = [];
let refusal: string | undefined;

const look = { filter: { severity: 1 }, sort: { field: 'due_at', order: 'ASC' }, display: 'board' };
const savedView = { id: 5, name: 'As a board', user_id: 2, is_shared: false, query: JSON.stringify(look), version: 1 };

/** A server with tickets in memory. */
const dataProvider = {
  async getList(resource: string, { filter, pagination }: { filter: Query; pagination: { perPage: number } }) {
    if (resource === 'saved_view') return { data: [savedView], total: 1 };
    if (resource !== 'ticket') return { data: [], total: 0 };
    requests.push({ ...filter, perPage: pagination.perPage });
    const { status, severity, due_at_from: least, due_at_to: most, display } = filter;
    const found = tickets.filter(
      (one) =>
        (display === undefined || one.status < 2) &&
        (status === undefined || one.status === status) &&
        (severity === undefined || one.severity === severity) &&
        (least === undefined || String(one.due_at) >= String(least)) &&
        (most === undefined || String(one.due_at) <= String(most)),
    );
    return { data: found.slice(0, pagination.perPage), total: found.length };
  },
  async update(_resource: string, { id, data }: { id: number; data: Partial<Ticket> }) {
    if (refusal) throw Object.assign(new Error(refusal), { status: 409 });
    tickets = tickets.map((one) => (one.id === id ? { ...one, ...data, version: one.version + 1 } : one));
    return { data: tickets.find((one) => one.id === id) };
  },
} as unknown as DataProvider;

const session = {
  user: {
    id: 2,
    name: 'sales',
    nick_name: null,
    phone: null,
    role_id: 3,
    tags: 0,
    enterprise_id: null,
    enterprise: null,
  },
  role: 'SalesMan',
  api_key: 'key',
  expires_at: '2099-01-01T00:00:00Z',
  must_change_password: false,
};

const made = (id: number, status: number): Ticket => ({
  id,
  number: `T-00000${id}`,
  subject: `Fault ${id}`,
  status,
  severity: 1,
  version: 1,
});

beforeEach(() => {
  localStorage.setItem('licence.session', JSON.stringify(session));
  tickets = [made(1, 0), made(2, 0), made(3, 1)];
  requests = [];
  refusal = undefined;
  window.history.replaceState(null, '', '#/ticket?display=board');
});
eachWithTestRoot();

const user = userEvent.setup({ delay: null });
const open = (entities = contract) =>
  root.render(
    <AdminContext contract={entities} dataProvider={dataProvider} store={memoryStore()}>
      <DialogSlotsProvider value={lazyDialogs}>
        <OverridesProvider value={{ entities: {}, ListTool: ViewsButton }}>
          <DialogHost>
            <EntityScreen name="ticket" path="/ticket" />
          </DialogHost>
        </OverridesProvider>
      </DialogSlotsProvider>
    </AdminContext>,
  );

const column = (id: number) => until(() => testRoot.querySelector<HTMLElement>(`[data-column="${id}"]`));
const cardsIn = async (id: number) =>
  [...(await column(id)).querySelectorAll('[data-card]')].map((card) => Number(card.getAttribute('data-card')));
const card = (id: number) => until(() => testRoot.querySelector<HTMLElement>(`[data-card="${id}"]`));
const menuItems = () =>
  until(
    () =>
      document.querySelectorAll<HTMLElement>('[role=menuitem]').length > 0 && [
        ...document.querySelectorAll<HTMLElement>('[role=menuitem]'),
      ],
  );
const openMenu = async (id: number) => {
  const button = await until(() => testRoot.querySelector<HTMLElement>(`[data-card="${id}"] button`));
  button.focus();
  await user.keyboard('{Enter}');
  return menuItems();
};

/** Drags a card to a column, as the browser does with the mouse. */
async function drag(id: number, to: number) {
  const dataTransfer = { setData: () => undefined, setDragImage: () => undefined, effectAllowed: '', dropEffect: '' };
  fireEvent.dragStart(await card(id), { dataTransfer });
  const target = await column(to);
  await until(() => target.dataset['drop']);
  const isOpen = target.dataset['drop'] === 'open';
  fireEvent.dragOver(target, { dataTransfer });
  fireEvent.drop(target, { dataTransfer });
  fireEvent.dragEnd(await card(id), { dataTransfer });
  return isOpen;
}

describe('the board of tickets', () => {
  it('has a column for each state, read by one bounded request each, and the number of its cards', async () => {
    open();
    await card(1);
    await expect.poll(() => Promise.all([0, 1, 2, 3, 4].map(cardsIn))).toEqual([[1, 2], [3], [], [], []]);
    expect(requests).toEqual([0, 1, 2, 3, 4].map((status) => ({ status, perPage: 20 })));
    expect((await column(0)).querySelector('h2')?.textContent).toBe('New2');
  });

  it('moves a card by a step without input at once, from its menu, and the focus goes with it', async () => {
    open();
    const items = await openMenu(1);
    expect(items.map(({ textContent }) => textContent)).toEqual(['Take → In work']);
    await user.click(items[0] as HTMLElement);
    await expect.poll(() => cardsIn(1)).toEqual([1, 3]);
    expect(tickets[0]?.status).toBe(1);
    await expect.poll(() => document.activeElement?.closest('[data-card]')?.getAttribute('data-card')).toBe('1');
  });

  it('lets the mouse drop a card only where a step leads', async () => {
    open();
    await card(1);
    expect(await drag(1, 3)).toBe(false);
    expect(tickets[0]?.status).toBe(0);
    expect(await drag(1, 1)).toBe(true);
    await expect.poll(() => cardsIn(1)).toEqual([1, 3]);
  });

  it('asks for the input of a step, and leaves the card where it is until then', async () => {
    open();
    await card(3);
    expect(await drag(3, 3)).toBe(true);
    const input = await until(() => document.querySelector<HTMLTextAreaElement>('textarea[name=resolution]'));
    expect(await cardsIn(1)).toEqual([3]);
    await user.type(input, 'Restarted');
    await user.click(await until(() => document.querySelector<HTMLElement>('button[type=submit]:not(:disabled)')));
    await expect.poll(() => cardsIn(3)).toEqual([3]);
  });

  it('puts a card back that the server refuses to move', async () => {
    refusal = 'The record has changed';
    open();
    await card(1);
    await drag(1, 1);
    await expect.poll(() => cardsIn(0)).toEqual([1, 2]);
    expect(await cardsIn(1)).toEqual([3]);
  });

  it('shows more cards of a column on request', async () => {
    tickets = Array.from({ length: 45 }, (_, at) => made(at + 1, 0));
    open();
    await card(20);
    const more = (await column(0)).querySelector<HTMLElement>(':scope > button');
    expect(more?.textContent).toBe('Show 25 more');
    await user.click(more as HTMLElement);
    await card(40);
    expect(requests.at(-1)).toEqual({ status: 0, perPage: 40 });
  });

  it('shows the columns of the filter alone', async () => {
    window.history.replaceState(null, '', `#/ticket?display=board&filter=${JSON.stringify({ status: [1, 2] })}`);
    open();
    await card(3);
    expect(requests.map(({ status }) => status)).toEqual([1, 2]);
  });

  it('edits a choice that has no steps', async () => {
    open(bySeverity);
    const items = await openMenu(1);
    expect(items.map(({ textContent }) => textContent)).toEqual(['Fault', 'Standstill']);
    await user.click(items[1] as HTMLElement);
    await expect.poll(() => cardsIn(3)).toEqual([1]);
    expect(tickets[0]?.severity).toBe(3);
  });

  it('is left for the table, and the address says so', async () => {
    open();
    await card(1);
    const button = await until(() => testRoot.querySelector<HTMLElement>('button[value=table]'));
    await user.click(button);
    await until(() => testRoot.querySelector('tbody tr[data-row]'));
    expect(window.location.hash).not.toContain('display');
    await user.click(await until(() => testRoot.querySelector<HTMLElement>('button[value=board]')));
    await card(1);
    expect(window.location.hash).toContain('display=board');
  });

  it('is opened by a saved view, and left with it', async () => {
    window.history.replaceState(null, '', '#/ticket');
    open();
    await until(() => testRoot.querySelector('tbody tr[data-row]'));
    const button = (name: string) =>
      until(() => [...testRoot.querySelectorAll('button')].find(({ textContent }) => textContent === name));
    const entry = (name: string) =>
      until(() => [...document.querySelectorAll('li')].find(({ textContent }) => textContent === name));
    await user.click(await button('Views'));
    await user.click(await entry('As a board'));
    await card(1);
    await expect.poll(() => window.location.hash).toContain('display=board');
    await user.click(await button('Views: As a board'));
    await user.click(await entry('Exit view'));
    await until(() => testRoot.querySelector('tbody tr[data-row]'));
    await expect.poll(() => window.location.hash).not.toContain('display=');
  });
});

describe('the calendar of tickets', () => {
  const dueAt = (id: number, due_at: string): Ticket => ({ ...made(id, 0), due_at });
  const day = (name: string) => until(() => testRoot.querySelector<HTMLElement>(`td[data-day="${name}"]`));
  const ticketsOn = async (name: string) => [...(await day(name)).querySelectorAll('a')].map((one) => one.textContent);

  beforeEach(() => {
    window.history.replaceState(null, '', '#/ticket?display=calendar&month=2026-11');
    tickets = [
      dueAt(1, '2026-11-01T00:00:00Z'),
      dueAt(2, '2026-11-30T23:59:59Z'),
      ...[3, 4, 5, 6, 7].map((id) => dueAt(id, `2026-11-11T0${id}:00:00Z`)),
      dueAt(8, '2026-12-06T12:00:00Z'),
      dueAt(9, '2026-12-07T00:00:00Z'),
    ];
  });

  it('has the records of the weeks of a month on their days, read by one bounded request', async () => {
    open();
    await until(() => testRoot.querySelectorAll('td a').length > 0);
    expect(requests).toEqual([
      { due_at_from: '2026-10-26T00:00:00Z', due_at_to: '2026-12-06T23:59:59Z', perPage: 100 },
    ]);
    expect(testRoot.querySelectorAll('td[data-day]')).toHaveLength(42);
    expect(testRoot.querySelector('th')?.textContent).toContain('Monday');
    expect(await ticketsOn('2026-11-01')).toEqual(['T-000001']);
    expect(await ticketsOn('2026-11-30')).toEqual(['T-000002']);
    expect(await ticketsOn('2026-12-06')).toEqual(['T-000008']);
    expect(testRoot.textContent).not.toContain('T-000009');
  });

  it('shows three records of a day, and all of them in the table', async () => {
    open();
    await until(() => testRoot.querySelectorAll('td a').length > 0);
    expect(await ticketsOn('2026-11-11')).toEqual(['T-000003', 'T-000004', 'T-000005']);
    const more = (await day('2026-11-11')).querySelector<HTMLElement>('button');
    expect(more?.textContent).toBe('+2 more');
    await user.click(more as HTMLElement);
    await until(() => testRoot.querySelectorAll('tbody tr[data-row]').length === 5);
    expect(requests.at(-1)).toMatchObject({
      due_at_from: '2026-11-11T00:00:00Z',
      due_at_to: '2026-11-11T23:59:59Z',
    });
  });

  it('keeps to the limits that the list is filtered by', async () => {
    const filter = { due_at_from: '2026-11-05T00:00:00Z', due_at_to: '2027-01-01T00:00:00Z' };
    window.history.replaceState(null, '', `#/ticket?display=calendar&month=2026-11&filter=${JSON.stringify(filter)}`);
    open();
    await until(() => testRoot.querySelectorAll('td a').length > 0);
    expect(requests[0]).toMatchObject({ due_at_from: '2026-11-05T00:00:00Z', due_at_to: '2026-12-06T23:59:59Z' });
    expect(await ticketsOn('2026-11-01')).toEqual([]);
  });

  it('asks the server for the records of its condition, which the table shows all of', async () => {
    tickets = tickets.map((one) => (one.id === 3 ? { ...one, status: 4 } : one));
    open(onlyOpen);
    await until(() => testRoot.querySelectorAll('td a').length > 0);
    expect(requests).toEqual([
      {
        display: 'calendar',
        due_at_from: '2026-10-26T00:00:00Z',
        due_at_to: '2026-12-06T23:59:59Z',
        perPage: 100,
      },
    ]);
    expect(await ticketsOn('2026-11-11')).toEqual(['T-000004', 'T-000005', 'T-000006']);
    await user.click(await until(() => testRoot.querySelector<HTMLElement>('button[value=table]')));
    await until(() => testRoot.querySelectorAll('tbody tr[data-row]').length === 9);
    expect(requests.at(-1)).not.toHaveProperty('display');
  });

  it('goes to other months by its buttons', async () => {
    open();
    await until(() => testRoot.querySelectorAll('td a').length > 0);
    await user.click(await until(() => testRoot.querySelector<HTMLElement>('[aria-label="Next month"]')));
    await until(async () => (await ticketsOn('2026-12-07')).includes('T-000009'));
    expect(window.location.hash).toContain('month=2026-12');
    expect(testRoot.querySelector('h2')?.textContent).toBe('December 2026');
  });
});

describe('the calendar of tickets that last for several days', () => {
  beforeEach(() => {
    window.history.replaceState(null, '', '#/ticket?display=calendar&month=2026-11');
    tickets = [
      { ...made(1, 0), due_at: '2026-11-05T08:00:00Z', resolved_at: '2026-11-18T08:00:00Z' },
      { ...made(2, 0), due_at: '2026-11-06T08:00:00Z' },
      { ...made(3, 0), due_at: '2026-10-20T08:00:00Z', resolved_at: '2026-12-31T08:00:00Z' },
    ];
  });
  afterEach(() => vi.unstubAllGlobals());

  it('has the title of each on its first day and on Mondays, and a plain bar on the other days', async () => {
    open(byDays);
    await until(() => testRoot.querySelectorAll('td a').length > 0);
    const barsOf = (name: string) =>
      [...testRoot.querySelectorAll<HTMLElement>('td[data-day]')].flatMap((cell) =>
        [...cell.querySelectorAll('a')]
          .filter((link) => link.title === name)
          .map((link) => ({ day: cell.dataset['day'], title: link.textContent?.trim(), label: link.ariaLabel })),
      );
    const bars = barsOf('T-000001');
    expect(bars).toHaveLength(14);
    const titled = bars.filter(({ title }) => title === 'T-000001').map(({ day }) => day);
    expect(titled).toEqual(['2026-11-05', '2026-11-09', '2026-11-16']);
    // The title may use all days of the bar in its week: four, seven and three.
    const widths = [...testRoot.querySelectorAll<HTMLElement>('td[data-day] a[title=T-000001] > span')].map((span) =>
      Number(/(\d+)%/.exec(span.style.width)?.[1]),
    );
    expect(widths).toEqual([400, 700, 300]);
    for (const { title, label } of bars) expect(title || label).toBe('T-000001');
    // One that began before the weeks that are shown is on all of their days, and has its title on each Monday.
    expect(barsOf('T-000003')).toHaveLength(42);
    expect(barsOf('T-000003').filter(({ title }) => title)).toHaveLength(6);
    expect(barsOf('T-000002')).toEqual([{ day: '2026-11-06', title: 'T-000002', label: null }]);
  });

  it('is a list on a phone that has each of them once, with its last day', async () => {
    const matches = (query: string) => query.includes('max-width');
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: matches(query),
      media: query,
      addListener: () => undefined,
      removeListener: () => undefined,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    open(byDays);
    const days = () => [...testRoot.querySelectorAll('section')].filter((one) => one.querySelector('li a'));
    await until(() => days().length > 0);
    expect(
      days().map((one) => [one.ariaLabel, [...one.querySelectorAll('li')].map(({ textContent }) => textContent)]),
    ).toEqual([
      ['Sunday, November 1, 2026', ['T-000003until 2026-12-31']],
      ['Thursday, November 5, 2026', ['T-000001until 2026-11-18']],
      ['Friday, November 6, 2026', ['T-000002']],
    ]);
  });
});
