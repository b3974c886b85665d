import { expect, it } from 'vitest';
import { cardFields } from '../../src/resources/list/table/cardFields.ts';
import { assetDesk } from '../support/assetDesk/desk.ts';
import { contractWith } from '../support/contractWith.ts';

const contracts = contractWith(assetDesk).entity('service_contract');

it('a card on a phone says first which record it is, then what its declaration names', () => {
  expect(cardFields(contracts, contracts.list.columns)).toMatchObject({
    title: 'number',
    state: 'status',
    lines: ['subject', 'enterprise_id', 'ends_on'],
  });
});

it('a card names a column that tells records apart where its declaration places it', () => {
  const list = { ...contracts.list, card: ['enterprise_id', 'subject'] };
  expect(cardFields({ ...contracts, list }, list.columns).lines).toEqual(['enterprise_id', 'subject']);
});
