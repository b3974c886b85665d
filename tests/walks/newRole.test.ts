import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTree } from '../../examples/service-desk/copyTree.ts';
import { findings } from '../support/axe.ts';
import { type Account, startConsole, type TestConsole } from '../support/console.ts';
import { followGuide, readSteps, type Step } from '../support/guide.ts';
import { asker } from '../support/resourceScreen.ts';

const guide = readFileSync('docs/guide/new-role.md', 'utf8');
const steps = readSteps(guide);
const isStart = (step: Step) => step.kind === 'run' && step.command === 'npm start';
const files = steps.flatMap((step) => (step.kind === 'write' ? [step.text] : []));

/** A role that inherits from none, beside that of the guide. */
const auditor = `
\`\`\`ts contract/roles/auditor.ts
import { everything } from '../conditions/condition.ts';
import { defineRole } from './role.ts';

export const auditor = defineRole({
  name: 'Auditor',
  id: 7,
  label: { en: 'Auditor', zh: '审计员' },
  labels: { en: 'Auditors', zh: '审计员' },
  side: 'vendor',
  createdBy: ['SuperAdmin'],
  home: '/authorization/order',
  grants: { order: [everything, 'list'], enterprise: [everything, 'lookup'], product: [everything, 'lookup'] },
  demo: { name: 'auditor', nick_name: 'Auditor' },
});
\`\`\`

\`\`\`diff contract/roles/index.ts
-const declared = [superAdmin, generalAdmin, salesMan, enterprise, subordinate, reseller] as const;
+const declared = [superAdmin, generalAdmin, salesMan, enterprise, subordinate, reseller, auditor] as const;
\`\`\`

\`\`\`diff contract/roles/index.ts
 import { enterprise } from './enterprise.ts';
+import { auditor } from './auditor.ts';
 import { generalAdmin } from './generalAdmin.ts';
\`\`\`

\`\`\`sh
npm run migration
\`\`\`
`;

const { tree, remove } = copyTree();
const folder = mkdtempSync(join(tmpdir(), 'licence-role-'));
const explained: string[] = [];
let desk: TestConsole;

interface Item {
  readonly id: number;
  readonly enterprise_id?: number;
  readonly enterprise: { readonly id: number };
}
type Person = Account | 'reseller' | 'auditor';
let ask: ReturnType<typeof asker<Person>>;
const listed = async (account: Person, entity: string, query = ''): Promise<{ items: Item[]; total: number }> =>
  (await ask(account, 'GET', `/v1/${entity}/list?per_page=100${query}`)).body;

beforeAll(async () => {
  for (const step of steps.slice(0, steps.findIndex(isStart))) {
    const output = followGuide(tree, step);
    if (step.kind === 'run' && step.command.startsWith('npm run explain')) explained.push(output);
  }
  for (const step of readSteps(auditor)) followGuide(tree, step);
  desk = await startConsole({ DATA_DIR: folder }, tree);
  ask = asker<Person>(desk);
}, 600_000);
afterAll(async () => {
  await desk?.close();
  remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('a role that is added by the guide', () => {
  it('takes two files of at most 60 lines together', () => {
    expect(files).toHaveLength(2);
    expect(files.join('').split('\n').filter(Boolean).length).toBeLessThanOrEqual(60);
  });

  it('needs no other change to compile, and has no mistakes', () => {
    followGuide(tree, { kind: 'run', command: 'node node_modules/typescript/bin/tsc --noEmit -p .' });
    expect(explained[0]).toContain('my_reseller');
  }, 120_000);

  it('sees the enterprises of its reseller, and what belongs to them', async () => {
    const enterprises = await listed('reseller', 'enterprise');
    expect(enterprises.total).toBe(3);
    const ids = enterprises.items.map(({ id }) => id);
    for (const entity of ['order', 'project', 'assignment', 'enterprise_product']) {
      const { items } = await listed('reseller', entity);
      expect(items.length, entity).toBeGreaterThan(0);
      expect(
        items.filter(({ enterprise_id, enterprise }) => !ids.includes(enterprise_id ?? enterprise?.id)),
        entity,
      ).toEqual([]);
    }
    const all = await listed('superadmin', 'order');
    const theirs = all.items.filter(({ enterprise }) => ids.includes(enterprise.id));
    expect((await listed('reseller', 'order')).total).toBe(theirs.length);
    const stranger = all.items.find(({ enterprise }) => !ids.includes(enterprise.id));
    expect((await ask('reseller', 'GET', `/v1/order/${stranger?.id}`)).status).toBe(404);
  });

  it('may do what it inherits, and no more than it is granted', async () => {
    const [order] = (await listed('reseller', 'order', '&filter_status=0')).items;
    const body = { status: 1, assign_period: 365, use_period: 365 };
    const confirmed = await ask('reseller', 'POST', `/v1/order/${order?.id}`, body);
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 1]);
    expect((await ask('reseller', 'POST', '/v1/enterprise', { name: 'New', code: 'NEW' })).status).toBe(403);
    expect((await ask('reseller', 'GET', '/v1/reseller/list')).status).toBe(403);
    expect((await ask('reseller', 'GET', '/v1/audit/list')).status).toBe(403);
  });

  it('loses an enterprise with its orders when it goes to nobody', async () => {
    const [enterprise] = (await listed('reseller', 'enterprise')).items;
    const before = await listed('reseller', 'order', `&filter_enterprise_id=${enterprise?.id}`);
    expect(before.total).toBeGreaterThan(0);
    const moved = await ask('superadmin', 'POST', `/v1/enterprise/${enterprise?.id}`, {
      reseller_id: null,
    });
    expect(moved.status).toBe(200);
    expect((await listed('reseller', 'order', `&filter_enterprise_id=${enterprise?.id}`)).total).toBe(0);
    await ask('superadmin', 'POST', `/v1/enterprise/${enterprise?.id}`, { reseller_id: 1 });
  });

  it('is given by those who may, together with its reseller', async () => {
    const person = { name: 'second.desk', nick_name: 'Second', role_id: 6, password: 'Licence-2027' };
    const without = await ask('superadmin', 'POST', '/v1/user', person);
    expect([without.status, Object.keys(without.body.error.fields)]).toEqual([422, ['reseller_id']]);
    expect((await ask('sales', 'POST', '/v1/user', person)).status).toBe(422);
    expect((await ask('reseller', 'POST', '/v1/user', { ...person, reseller_id: 1 })).status).toBe(422);
    const made = await ask('superadmin', 'POST', '/v1/user', { ...person, reseller_id: 1 });
    expect([made.status, made.body.reseller.id]).toEqual([200, 1]);
    expect((await ask('superadmin', 'POST', `/v1/user/deactivate/${made.body.id}`, {})).status).toBe(200);
    const salesman = { ...person, name: 'third.desk', role_id: 3, reseller_id: 1 };
    expect((await ask('superadmin', 'POST', '/v1/user', salesman)).body.reseller_id ?? null).toBeNull();
  });

  it('may inherit from none, and then does only what it is granted', async () => {
    const orders = await listed('auditor', 'order');
    expect(orders.total).toBe((await listed('superadmin', 'order')).total);
    const waiting = (await listed('auditor', 'order', '&filter_status=0')).items[0];
    const step = { status: 1, assign_period: 365, use_period: 365 };
    expect((await ask('auditor', 'POST', `/v1/order/${waiting?.id}`, step)).status).toBe(403);
    for (const entity of ['enterprise', 'assignment', 'user_product', 'audit'])
      expect((await ask('auditor', 'GET', `/v1/${entity}/list`)).status, entity).toBe(403);
    const page = await desk.open('auditor');
    await page.goto('/dashboard');
    await page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('row').nth(1).waitFor();
    expect(await findings(page)).toEqual([]);
  });

  it.each([
    ['en-US', 'Orders', 'Reseller users', 'New reseller user'],
    ['zh-CN', '订单', '经销商用户', '新建经销商用户'],
  ])('has its menu and its screen in %s', async (locale, orders, users, create) => {
    const own = await desk.open('reseller', { locale });
    await own.goto('/dashboard');
    await own.getByRole('navigation').getByRole('link', { name: orders, exact: true }).click();
    await own.getByRole('heading', { level: 1, name: orders }).waitFor();
    await own.getByRole('row').nth(1).waitFor();
    const page = await desk.open('superadmin', { locale, viewport: { width: 390, height: 844 } });
    await page.goto('/user/reseller');
    await page.getByRole('heading', { level: 1, name: users }).waitFor();
    await page.getByRole('button', { name: create }).click();
    await page.getByRole('dialog', { name: create }).waitFor();
    expect(await findings(page)).toEqual([]);
  });
});
