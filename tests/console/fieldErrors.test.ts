import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Desk, startDesk } from './support/desk.ts';
import { below, button, dialog, field, openNew, poll } from './support/form.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

// issue 33, section 5: a field error has no notice beside.
it('is shown at its input alone; one of no input is shown as a notice', async () => {
  const page = await desk.open('superadmin');
  await page.goto('/enterprise');
  const refuse = (fields: object) =>
    page.route('**/v1/enterprise', (route) =>
      route.fulfill({ status: 422, json: { title: 'No', code: 'invalid', error: { fields } } }),
    );
  await openNew(page, 'New enterprise');
  await field(page, 'name').fill('Quay');
  await field(page, 'code').fill('QUAYS');
  await refuse({ code: ['This code is in use'] });
  await button(dialog(page), 'Create').click();
  await poll(() => below(page, 'code')).toBe('This code is in use');
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.unroute('**/v1/enterprise');
  await refuse({ elsewhere: ['Nobody sees this field'] });
  await field(page, 'code').fill('QUAYT');
  await button(dialog(page), 'Create').click();
  await page.getByRole('alert').filter({ hasText: 'Nobody sees this field' }).waitFor();
});
