import { expect, it } from 'vitest';
import { importKeysFor, updatableFields } from '../../contract/lists/import.ts';
import { MatchStep } from '../../src/resources/import/MatchStep.tsx';
import { assetDesk } from '../support/assetDesk/desk.ts';
import { contractWith } from '../support/contractWith.ts';
import { eachWithTestRoot, root, testRoot } from './support/testRoot.ts';

eachWithTestRoot();

const asset = contractWith(assetDesk).entity('asset');

it('offers a unique group as a key, and asks for each column that it lacks', async () => {
  const key = 'product_id,serial';
  const show = (matches: (string | undefined)[]) =>
    root.render(
      <MatchStep
        file={{ headings: ['Product', 'Serial'], rows: [['Mover', 'S1']], numbers: [2] }}
        fields={updatableFields(asset, 'SuperAdmin', key)}
        matches={matches}
        keys={importKeysFor(asset, 'SuperAdmin')}
        importKey={key}
        settings={null}
        isBlocked={false}
        onPick={() => undefined}
        onKey={() => undefined}
        onBack={() => undefined}
        onNext={() => undefined}
      />,
    );
  show([undefined, undefined]);
  await expect.poll(() => testRoot.textContent).toContain('Update those with the same Product and Serial number');
  expect(testRoot.textContent).toContain('Choose the columns with the Product and Serial number.');
  show(['product_id', undefined]);
  await expect.poll(() => testRoot.textContent).toContain('Choose the column with the Serial number.');
  show(['product_id', 'serial']);
  await expect.poll(() => testRoot.textContent).not.toContain('Choose the column');
});
