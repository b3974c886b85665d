import {
  type DataProvider,
  type GetListParams,
  memoryStore,
  type PaginationPayload,
  ResourceContextProvider,
} from 'react-admin';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import { quote } from '../../examples/service-desk/quotes/quote.ts';
import { quoteLine } from '../../examples/service-desk/quotes/quoteLine.ts';
import { ticket } from '../../examples/service-desk/tickets/ticket.ts';
import { ticketTeam } from '../../examples/service-desk/tickets/ticketTeam.ts';
import { lazyDialogs } from '../../src/lazyDialogs.ts';
import { EntityDetail } from '../../src/resources/detail/EntityDetail.tsx';
import { DialogSlotsProvider } from '../../src/resources/dialogSlots.ts';
import { PaperFoot } from '../../src/shell/PaperFoot.tsx';
import { AdminContext } from './support/adminContext.tsx';
import { eachWithTestRoot, root } from './support/testRoot.ts';
import { until } from './support/until.ts';

const contract = createContract({ ...registry, ticket, ticket_team: ticketTeam, quote, quote_line: quoteLine });
/** The same quotes without a sheet of their own: their page is printed. */
const { print: _print, ...plainQuote } = quote;
const plainContract = createContract({ ...registry, quote: plainQuote, quote_line: quoteLine });

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

const quoteRecord = { id: 8, subject: 'Cellar', terms: 'Net', status: 0, version: 1 };

/** The number of lines of the quote. */
let linesCount = 0;
const lineOf = (id: number) => ({
  id,
  number: `L-${String(id).padStart(4, '0')}`,
  name: `Item ${id}`,
  count: 1,
  version: 1,
});

/** A page of a history of 45 changes, 20 on each. */
const historyPage = (page: number) => ({
  items: Array.from({ length: Math.max(0, Math.min(20, 45 - (page - 1) * 20)) }, (_, at) => ({
    id: (page - 1) * 20 + at + 1,
    at: '2026-11-28T08:00:00Z',
    action: 'edit',
    failed: false,
    role_id: 3,
    actor: 'one',
    behalf_of: null,
    before: {},
    after: {},
  })),
  total: 45,
  page,
  per_page: 20,
});

const dataProvider = {
  getOne: async (resource: string) => ({ data: resource === 'quote' ? quoteRecord : record }),
  getList: async (
    resource: string,
    { pagination: { page, perPage } }: GetListParams & { pagination: PaginationPayload },
  ) => {
    const first = (page - 1) * perPage;
    const length = resource === 'quote_line' ? Math.max(0, Math.min(perPage, linesCount - first)) : 0;
    return { data: Array.from({ length }, (_, at) => lineOf(first + at + 1)), total: length && linesCount };
  },
  getMany: async () => ({ data: [] }),
  call: async (name: string, { query }: { query?: { page?: number } } = {}) =>
    name === 'history' ? historyPage(query?.page ?? 1) : { items: [], total: 0 },
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

/**
 * Opens a record and prints it.
 * @param shown what is on its page once it is there
 */
async function print(name = 'ticket', id = 7, shown = 'Known fault', declared = contract) {
  root.render(
    <AdminContext contract={declared} dataProvider={dataProvider} store={memoryStore()}>
      <DialogSlotsProvider value={lazyDialogs}>
        <ResourceContextProvider value={name}>
          <EntityDetail id={id} onClose={() => undefined} />
          <PaperFoot />
        </ResourceContextProvider>
      </DialogSlotsProvider>
    </AdminContext>,
  );
  await until(() => document.body.textContent?.includes(shown));
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
  const [heading, ...others] = texts('h1, h2');
  // What the sheet is replaces the noun of the record, so that no sheet says "Review · Review".
  expect(heading).toMatch(/^Service report · T-000007/);
  expect(others).toEqual([]);
  expect(text.split('Service report')).toHaveLength(2);
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

it('the foot of a ticket on paper names it as its heading does', async () => {
  const { texts } = await print();
  const foot = await until(() => document.querySelector('.paperFoot span'));
  await expect.poll(() => foot.textContent).toBe(texts('h2')[0]);
});

it('the page is back after printing', async () => {
  await print();
  window.dispatchEvent(new Event('afterprint'));
  await until(() => document.body.textContent?.includes('Known fault'));
  expect(document.querySelector('[data-signatures]')).toBeNull();
});

/** The table of the lines on the sheet, as the texts of its cells by rows, the headings first. */
const linesOnPaper = (): string[][] =>
  [...document.querySelectorAll('[role=dialog] table tr')].map((row) =>
    [...row.querySelectorAll('th:not(.actions), td:not(.actions)')].map((one) => one.textContent ?? ''),
  );

const lineHeads = ['Number', 'Item', 'Count', 'Price', 'Total', 'Begins on', 'Ends on', 'Discount in percent', 'Fixed'];

it.each([
  ['as a section of its sheet', contract],
  ['on its page', plainContract],
])('a quote prints all its lines as a table, %s, under one heading', async (_, declared) => {
  linesCount = 123;
  const { texts } = await print('quote', 8, 'Item 10', declared);
  await until(() => linesOnPaper().length === 124);
  const [heads, first, ...others] = linesOnPaper();
  expect(heads).toEqual(lineHeads);
  expect(first?.slice(0, 3)).toEqual(['L-0001', 'Item 1', '1']);
  expect(others.at(-1)?.slice(0, 3)).toEqual(['L-0123', 'Item 123', '1']);
  expect(texts('h3').filter((one) => one?.startsWith('Lines'))).toHaveLength(1);
  expect(document.querySelector('[data-coming]')).toBeNull();
  expect(document.body.textContent).not.toContain('Printed here');
  window.dispatchEvent(new Event('afterprint'));
  await until(() => document.querySelector('[role=dialog] table') === null);
});

it('a list of more than 1,000 lines says on paper how many of them are there', async () => {
  linesCount = 1203;
  await print('quote', 8, 'Item 10');
  await until(() => linesOnPaper().length === 1001 && document.querySelector('[data-coming]') === null);
  expect(document.body.textContent).toContain('Printed here: 1,000 of 1,203.');
});

it('the whole history of a record is on its page on paper', async () => {
  linesCount = 0;
  await print('quote', 8, 'Net', plainContract);
  await until(() => document.querySelectorAll('[role=dialog] ol[aria-label=History] > li').length === 45);
});
