import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { forgetFailedDeclarations } from '../../contract/outlines/outlinedContract.ts';
import { screensOfRole } from '../../contract/screens/menu.ts';
import { ChunkError, onChunksForgotten } from '../../src/ui/lazyChunk.ts';
import { outlined } from '../support/outlined.ts';
import { type Desk, settled, startDesk } from './support/desk.ts';
import { button, dialog, openNew, pick, poll } from './support/form.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

describe('a console that knows its entities in outline', () => {
  it('draws every page in the menu of an administrator, each declaration as it comes', async () => {
    for (const { path } of screensOfRole(contract, 'SuperAdmin')) {
      const page = await desk.open('superadmin', { entities: outlined(contract) });
      await page.goto(path);
      await settled(page);
      expect([path, await page.getByText(/Something went wrong|could not be loaded/).count()]).toEqual([path, 0]);
    }
  });

  it('shows a record with its lists and its timeline, and its history', async () => {
    const page = await desk.open('superadmin', { entities: outlined(contract) });
    await page.goto('/authorization/order/1');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('list', { name: 'History' }).waitFor();
  });

  it('opens a form only when all its inputs can be written into', async () => {
    const page = await desk.open('enterprise', { entities: outlined(contract) });
    await page.goto('/authorization/order');
    await openNew(page, 'New order');
    await pick(page, 'product_id', 'CloudMove');
    await poll(() => button(dialog(page), 'Create').count()).toBe(1);
  });

  it('says so where a declaration does not load, and goes on once the network is back', async () => {
    let isDown = true;
    // The declaration of the caller is there before the console is drawn.
    const entities = outlined(contract, async (name) => {
      if (isDown && name !== 'user') throw new ChunkError();
    });
    onChunksForgotten(() => forgetFailedDeclarations(entities));
    const page = await desk.open('superadmin', { entities });
    await page.goto('/authorization/order');
    await page.getByText(/could not be loaded|Something went wrong/).waitFor();
    isDown = false;
    // The page listens a moment after the sentence is drawn, so the first event may come too early.
    await poll(() => {
      window.dispatchEvent(new Event('online'));
      return page.getByText(/could not be loaded|Something went wrong/).count();
    }).toBe(0);
    await poll(() => page.getByRole('table').count()).toBe(1);
  });
});
