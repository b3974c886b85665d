import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../support/account.ts';
import { type Desk, settled, startDesk } from './support/desk.ts';
import { poll } from './support/form.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

/** Hand-written from SPEC: the reader of a message, its record, and the page that it opens. */
const targets: readonly [Account, 'order' | 'assignment' | 'allocation', string][] = [
  ['superadmin', 'order', '/authorization/order?id=1'],
  ['operations', 'order', '/authorization/order?id=1'],
  ['sales', 'order', '/authorization/order?id=1'],
  ['enterprise', 'order', '/behalf_order?id=1'],
  ['enterprise', 'assignment', '/authorization/assignment?active=1'],
  ['enterprise', 'allocation', '/authorization/assignment?active=2'],
  ['subuser', 'allocation', '/authorization/application'],
];

describe('a message, clicked', () => {
  it.each(targets)(
    'by %s, about an %s, leads to %s (R-MSG-06, R-MSG-07, R-MSG-08, R-MSG-09)',
    async (account, module, target) => {
      const page = await desk.open(account);
      const notice = { id: 1, uuid: 'u-1', notice_title: 'Something happened', created_at: '2026-01-02T03:04:05Z' };
      const items = [{ ...notice, module, record_id: 1, status: false }];
      await page.route('**/v1/notification/list*', (route) =>
        route.fulfill({ json: { items, total: 1, page: 1, per_page: 20 } }),
      );
      await page.goto('/message');
      await settled(page);
      await page.getByRole('main').getByText('Something happened').click();
      const here = () => window.location.pathname + window.location.search;
      await poll(here).toBe(target);
      await settled(page);
      expect(here()).toBe(target);
    },
  );
});
