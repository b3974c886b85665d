import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { RemoteChange } from '../../src/dataProvider/live/changeMessage.ts';
import { isAffected } from '../../src/dataProvider/live/isAffected.ts';
import { contractWith } from '../support/contractWith.ts';
import { quoteDesk } from '../support/quoteDesk/desk.ts';

const contract = contractWith(quoteDesk);

it('reads lists and records again whose children were changed, and no others', () => {
  const queries = new QueryClient();
  const affected = (key: readonly unknown[], entity: string): boolean => {
    const query = queries.getQueryCache().build(queries, { queryKey: key });
    const change: RemoteChange = { entity, id: 7, version: 1, action: 'create' };
    return isAffected(contract, query, { changes: [change], missed: false });
  };
  expect(affected(['quote', 'getList', {}], 'quote_line')).toBe(true);
  expect(affected(['quote', 'getOne', { id: 1 }], 'quote_line')).toBe(true);
  expect(affected(['product', 'getList', {}], 'quote_line')).toBe(false);
  expect(affected(['quote_line', 'getList', {}], 'quote')).toBe(false);
});
