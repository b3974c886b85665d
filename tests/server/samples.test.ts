import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import type { Context } from '../../server/core/context.ts';
import { transaction } from '../../server/db/connection.ts';
import { asDemoCaller } from '../../server/demo/caller.ts';
import { makeSamples } from '../../server/demo/samples.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

/** Creates the samples of an entity as the demo does, and rolls back. */
async function made(name: string, sample: object): Promise<void> {
  const entity = { ...contract.entity(name), samples: [sample as Record<string, unknown>] };
  await transaction(cast.database, async (trx) => {
    const { secrets, settings } = cast.product.services;
    const context = { contract, trx, now: new Date(), secrets, settings } as Context;
    await makeSamples(asDemoCaller(context, { id: 1, role: 'SuperAdmin' }), [entity]);
    throw new Error('made');
  });
}

describe('samples of the demo', () => {
  it('are made', async () => {
    const sample = { name: 'Sample', enterprise_id: cast.enterprise, product_id: cast.productId };
    await expect(made('project', sample)).rejects.toThrow('made');
  });

  it('tell what refers to nothing, and what there is', async () => {
    const sample = { name: 'Sample', enterprise_id: 99, product_id: cast.productId };
    await expect(made('project', sample)).rejects.toThrow(
      'contract/entities/project.ts: project.samples 1 refers by "enterprise_id" to the enterprise 99 ' +
        'for which {"status":1} holds, which does not exist; there are 2; write an id from 1 to 2',
    );
    const pick = { name: 'Sample', enterprise_id: cast.enterprise, product_id: cast.productId, sub_user_id: 1 };
    await expect(made('project', pick)).rejects.toThrow(
      'project.samples 1 refers by "sub_user_id" to the user 1 for which {"role_id":5} holds, which does not exist',
    );
    const tie = { order_id: 7, project_id: cast.project };
    await expect(made('order_project', tie)).rejects.toThrow(
      'the order 7 for which {"status":[0,1,2]} holds, which does not exist; there is none yet',
    );
  });

  it('tell what else is wrong', async () => {
    await expect(made('product', { name: 'Sample' })).rejects.toThrow(
      'contract/entities/product.ts: product.samples 1 says of "code": The current item cannot be empty',
    );
  });
});
