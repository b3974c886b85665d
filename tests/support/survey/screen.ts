import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { en as words } from '../../../src/i18n/en.ts';
import { settled, type TestConsole } from '../console.ts';
import { pdf, png } from '../contents.ts';
import { button, dialog, field, openNew, pick, poll, sent } from '../form.ts';

/** The text for each text input of the form, by the name of its field. */
const typed: Readonly<Record<string, string>> = {
  code: 'SV-3',
  serial: 'S-3',
  summary: 'First line',
  initials: 'ABC',
  contact: 'gate@b.example',
  phone: '010-55555',
  round: '-4',
  cost: '1234.5',
  visit_at: '2030-07-01 08:00:00',
  reason: 'Steep',
  origin: 'Fair',
  remark: 'Ring',
  password: 'open sesame',
  password_repeat: 'open sesame',
  gate_code: 'G-3',
  'place.city': 'Berlin',
  'place.floor': '-2',
  'place.mail': 'door@b.example',
  'place.phone': '+49 30 1234',
  'place.fee': '2',
  'place.note': 'Left',
  'place.open_at': '2030-01-01 07:00:00',
  'parking.spots': '4',
};
const picked: readonly (readonly [name: string, option: string])[] = [
  ['enterprise_id', 'Blue Harbor'],
  ['product_id', ''],
  ['method', 'On site'],
  ['grade_id', 'Difficult'],
  ['currency', 'Yuan'],
  ['surveyor_id', ''],
  ['place.product', ''],
];

/** Opens the screen of the test entity in a browser, as a SuperAdmin. */
export async function openSurveys(desk: TestConsole) {
  const page = await desk.open('superadmin', { reducedMotion: 'reduce' });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto('/survey');
  await settled(page);
  const row = (code: string) => page.locator('tbody tr').filter({ hasText: code });
  const gone = () => page.getByRole('dialog').waitFor({ state: 'detached' });
  const bodies = sent(page, 'POST', /^\/v1\/survey\/site(\/\d+.*)?$/);
  const lastBody = () => bodies.at(-1);
  const addFilter = async (name: string) => {
    await button(page.getByRole('search'), words.list.addFilter).click();
    await page.getByRole('option', { name, exact: true }).click();
  };

  return {
    async showsEveryCell() {
      for (const text of ['S-1', 'Difficult', 'On site', 'CN¥1,234.56', 'Berlin', 'Asked for'])
        await row('SV-1').getByText(text, { exact: true }).waitFor();
      for (const text of ['¥5,000', '上海', 'Remote']) await row('SV-2').getByText(text, { exact: true }).waitFor();
    },
    async narrows() {
      await addFilter('Method');
      await page.getByRole('option', { name: 'Remote' }).click();
      await row('SV-1').waitFor({ state: 'detached' });
      await page.getByRole('search').getByRole('button', { name: words.list.reset }).click();
      await row('SV-1').waitFor();
    },
    /**
     * Fills in all inputs of the form.
     * @returns the body that was sent
     */
    async makes() {
      await openNew(page, words.list.create('Site survey'));
      await button(dialog(page), words.actions.create).click();
      await poll(() => dialog(page).getByText('The current item cannot be empty').count()).toBe(8);
      for (const [name, option] of picked.slice(0, 5)) await pick(page, name, option);
      await field(page, 'place.indoor').check();
      for (const [name, option] of [...picked.slice(5), ['place.lift', 'Remote'] as const])
        await pick(page, name, option);
      await field(page, 'urgent').check();
      for (const [name, text] of Object.entries(typed)) await field(page, name).fill(text);
      for (const tag of ['dock', '码头']) {
        await field(page, 'tags').fill(tag);
        await field(page, 'tags').press('Enter');
      }
      for (const floor of ['-2', '12']) {
        await field(page, 'floors').fill(floor);
        await field(page, 'floors').press('Enter');
      }
      for (const helper of ['Chen Bo 陈博', 'Hanna Meyer']) {
        await field(page, 'helpers').fill(helper);
        await page.getByRole('option', { name: helper }).click();
      }
      for (const [at, device] of ['Crane', 'Lamp', 'Ladder'].entries()) {
        await button(dialog(page), words.actions.addItem('Device')).click();
        await field(page, `devices.${at}.name`).fill(device);
      }
      await poll(() => button(dialog(page), words.actions.addItem('Device')).isDisabled()).toBe(true);
      for (const product of ['DataBridge', 'VaultSync']) {
        await field(page, 'products').fill(product);
        await page.getByRole('option', { name: product }).first().click();
      }
      // The options of a multiple choice stay open until the focus leaves.
      await field(page, 'products').press('Tab');
      const chooser = (name: string) => dialog(page).locator(`[data-field=${name}] input[type=file]`);
      await chooser('contract').setInputFiles({ name: '合同.pdf', mimeType: 'application/pdf', buffer: pdf });
      await dialog(page)
        .getByRole('button', { name: words.files.remove('合同.pdf') })
        .waitFor();
      await chooser('photos').setInputFiles({ name: 'gate.png', mimeType: 'image/png', buffer: png });
      await dialog(page)
        .getByRole('button', { name: words.files.remove('gate.png') })
        .waitFor();
      for (const [at, result] of ['Dust', 'Low gate'].entries()) {
        await button(dialog(page), words.actions.addItem('Finding')).click();
        await field(page, `results.${at}.name`).fill(result);
      }
      await button(dialog(page), words.actions.removeItem('Device', 2)).click();
      await field(page, 'devices.1.count').fill('12');
      await button(dialog(page), words.actions.create).click();
      await dialog(page).getByRole('group', { name: 'Devices' }).getByText('The largest allowed value is 9').waitFor();
      await field(page, 'devices.1.count').fill('3');
      await button(dialog(page), words.actions.create).click();
      await gone();
      await row('SV-3').getByText('Asked for').waitFor();
      return lastBody();
    },
    /** Filters the list by any and by all of several records. */
    async narrowsByMany(code: string, other: string, products: readonly [string, string]) {
      await addFilter('Products there');
      const editor = page.getByRole('dialog', { name: 'Products there' });
      const filter = editor.getByRole('combobox');
      for (const product of products) {
        await filter.fill(product);
        await page.getByRole('option', { name: product }).first().click();
      }
      await row(other).waitFor({ state: 'detached' });
      await editor.getByRole('button', { name: words.list.allOf }).click();
      await page.keyboard.press('Escape');
      await editor.waitFor({ state: 'detached' });
      await page
        .getByRole('listitem')
        .filter({ hasText: `(${words.list.allOf})` })
        .waitFor();
      await row(code).waitFor();
      await page.getByRole('search').getByRole('button', { name: words.list.reset }).click();
      await row(other).waitFor();
    },
    /**
     * Takes a step with its required input only.
     * @returns the body that was sent
     */
    async plans(code: string) {
      await row(code).getByRole('button', { name: 'Plan', exact: true }).click();
      await button(dialog(page), 'Plan').click();
      await dialog(page).getByText('The current item cannot be empty').waitFor();
      await field(page, 'visit_at').fill('2030-08-01 08:00:00');
      await dialog(page).getByRole('group', { name: 'Place' }).getByLabel('Checked').check();
      await button(dialog(page), 'Plan').click();
      await gone();
      await row(code).getByText('Planned').waitFor();
      return lastBody();
    },
    /**
     * Changes one field of the record.
     * @returns the body that was sent
     */
    async changes(code: string, name: string, text: string) {
      await page.getByRole('button', { name: `${words.actions.edit}: ${code}` }).click();
      await field(page, name).fill(text);
      await button(dialog(page), words.actions.save).click();
      await gone();
      return lastBody();
    },
    async shows(code: string, ...texts: string[]) {
      await row(code).getByRole('link', { name: code }).click();
      for (const text of texts) await dialog(page).getByText(text, { exact: true }).first().waitFor();
      await dialog(page).getByLabel(words.actions.close).click();
      await gone();
    },
    /**
     * Opens a record with its files, and downloads one.
     * @returns its name and content
     */
    async fetches(code: string, name: string, ...texts: string[]) {
      await row(code).getByRole('link', { name: code }).click();
      for (const text of texts) await dialog(page).getByText(text, { exact: true }).first().waitFor();
      const picture = dialog(page).locator('img[src^="blob:"]');
      await poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1);
      const coming = page.waitForEvent('download');
      await dialog(page)
        .getByRole('button', { name: words.files.download(name) })
        .click();
      const saved = await coming;
      const content = readFileSync(await saved.path());
      await dialog(page).getByLabel(words.actions.close).click();
      await gone();
      return { name: saved.suggestedFilename(), content };
    },
    /** Creates, changes and deletes children on the page of their parent, also by keyboard. */
    async keepsChildren(code: string) {
      await row(code).getByRole('link', { name: code }).click();
      await dialog(page).getByRole('tab', { name: 'Results' }).click();
      const results = dialog(page).getByRole('region', { name: 'Results' });
      await results.getByRole('heading', { name: 'Results 2' }).waitFor();
      await results.getByRole('link', { name: 'Dust' }).waitFor();
      await dialog(page).getByRole('tab', { name: words.record.overview }).click();
      const notes = dialog(page).getByRole('region', { name: 'Notes' });
      await notes.getByText(words.list.empty).waitFor();
      await button(notes, words.list.create('Note')).click();
      await notes.locator('[name=body]:focus').waitFor();
      await page.keyboard.press('Escape');
      await notes.locator('[name=body]').waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await button(notes, words.actions.create).click();
      await notes.getByText('The current item cannot be empty').waitFor();
      await notes.locator('[name=body]').fill('Ring at the gate');
      await button(notes, words.actions.create).click();
      await notes.getByRole('heading', { name: 'Notes 1' }).waitFor();
      await notes.getByRole('button', { name: `${words.actions.edit}: Ring at the gate` }).click();
      await notes.locator('[name=body]').fill('Ring twice at the gate');
      await button(notes, words.actions.save).click();
      await notes.getByRole('link', { name: 'Ring twice at the gate' }).waitFor();
      await notes.getByRole('button', { name: `${words.actions.remove}: Ring twice at the gate` }).click();
      await button(
        page.getByRole('dialog', { name: words.ask.actionTitle(words.actions.remove, 'Note') }),
        words.actions.remove,
      ).click();
      await notes.getByText(words.list.empty).waitFor();
      await dialog(page).getByLabel(words.actions.close).click();
      await gone();
    },
    async close() {
      await page.close();
      expect(problems).toEqual([]);
    },
  };
}
