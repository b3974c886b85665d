import { expect, it } from 'vitest';
import { importKeysFor, updatableFields } from '../../contract/lists/import.ts';
import { MatchStep } from '../../src/resources/import/MatchStep.tsx';
import { RowsTable } from '../../src/resources/import/RowsTable.tsx';
import { assetDesk } from '../support/assetDesk/desk.ts';
import { contractWith } from '../support/contractWith.ts';
import { eachWithTestRoot, root, testRoot } from './support/testRoot.ts';

eachWithTestRoot();

const asset = contractWith(assetDesk).entity('asset');
const key = 'product_id,serial';

/** Shows the step that matches the columns of a file by a key, or without one. */
const show = (matches: (string | undefined)[], importKey?: string) =>
  root.render(
    <MatchStep
      file={{ headings: ['Product', 'Serial'], rows: [['Mover', 'S1']], numbers: [2] }}
      fields={updatableFields(asset, 'SuperAdmin', key)}
      matches={matches}
      keys={importKeysFor(asset, 'SuperAdmin')}
      importKey={importKey}
      settings={null}
      isBlocked={false}
      onPick={() => undefined}
      onKey={() => undefined}
      onBack={() => undefined}
      onNext={() => undefined}
    />,
  );

it('offers a unique group as a key, and asks for each column that it lacks', async () => {
  show([undefined, undefined], key);
  await expect.poll(() => testRoot.textContent).toContain('Update those with the same Product and Serial number');
  expect(testRoot.textContent).toContain('Choose the columns with the Product and Serial number.');
  show(['product_id', undefined], key);
  await expect.poll(() => testRoot.textContent).toContain('Choose the column with the Serial number.');
  show(['product_id', 'serial'], key);
  await expect.poll(() => testRoot.textContent).not.toContain('Choose the column');
});

it('says one thing about a column that is left out: it changes nothing, or it keeps the value of a new record', async () => {
  const ofNew = 'What is left out keeps the value that a new record starts with.';
  const ofKey = 'a column that is left out changes nothing';
  show(['product_id', 'serial'], key);
  await expect.poll(() => testRoot.textContent).toContain(ofKey);
  expect(testRoot.textContent).not.toContain(ofNew);
  show(['product_id', 'serial']);
  await expect.poll(() => testRoot.textContent).toContain(ofNew);
  expect(testRoot.textContent).not.toContain(ofKey);
});

it('shows the default that an empty cell stores as the new text of the cell', async () => {
  root.render(
    <RowsTable
      sheet={{ columns: ['product_id', 'serial'], rows: [['Mover', '']], key: 'product_id' }}
      file={{ headings: ['Product', 'Serial'], rows: [['Mover', '']], numbers: [2] }}
      fields={updatableFields(asset, 'SuperAdmin', key)}
      checked={{
        done: 1,
        mistakes: [],
        counts: { new: 0, changed: 1, same: 0, wrong: 0 },
        changes: [{ row: 0, field: 'serial', before: 'S1', after: 'None' }],
        versions: [1],
      }}
      spoilt={[]}
    />,
  );
  await expect.poll(() => testRoot.querySelector('ins')?.textContent).toBe('None');
});
