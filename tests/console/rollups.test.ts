import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { RemoteChange } from '../../src/dataProvider/live/changeMessage.ts';
import { isAffected } from '../../src/dataProvider/live/isAffected.ts';
import { ruleMessages } from '../../src/resources/form/ruleMessages.ts';
import { contractWith } from '../support/contractWith.ts';
import { quoteDesk } from '../support/quoteDesk/desk.ts';
import { trainingDesk } from '../support/trainingDesk.ts';

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

it('leaves a limit of children to the server, since a form that is open may have an old number', () => {
  const training = contractWith(trainingDesk).entity('training');
  const messages = ruleMessages(training, training.fields);
  expect(messages({ seats: 2, booked: 3, starts_at: '2030-01-01T09:00:00Z', ends_at: '2030-01-01T10:00:00Z' })).toEqual(
    {},
  );
  const reversed = { seats: 2, booked: 3, starts_at: '2030-01-01T09:00:00Z', ends_at: '2030-01-01T08:00:00Z' };
  expect(Object.keys(messages(reversed))).toEqual(['ends_at']);
});
