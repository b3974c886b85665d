import { expect, it } from 'vitest';
import { nextStep } from '../../contract/timeline/timelineSources.ts';
import { ticket } from '../../examples/service-desk/tickets/ticket.ts';
import { ticketTeam } from '../../examples/service-desk/tickets/ticketTeam.ts';
import { assetDesk } from '../support/assetDesk/desk.ts';
import { contractWith } from '../support/contractWith.ts';

const contract = contractWith({ ...assetDesk, ticket, ticket_team: ticketTeam });

it.each([
  ['service_contract', { status: 0, ends_on: '2099-01-01' }, 'Sign'],
  ['service_contract', { status: 0, ends_on: '2020-01-01' }, undefined],
  // A record whose value is not known may meet the condition.
  ['service_contract', { status: 0 }, 'Sign'],
  ['ticket', { status: 0 }, 'Take'],
] as const)('a %s with %o expects %s next', (name, record, label) => {
  expect(nextStep(contract.entity(name), record)?.label.en).toBe(label);
});
