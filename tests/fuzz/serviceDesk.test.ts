import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceContract as contractRules } from '../../examples/service-desk/assets/serviceContractRules.ts';
import { offer } from '../../examples/service-desk/prices/offer.ts';
import { price } from '../../examples/service-desk/prices/price.ts';
import { ticket } from '../../examples/service-desk/tickets/ticket.ts';
import { ticketTeam } from '../../examples/service-desk/tickets/ticketTeam.ts';
import type { Rules } from '../../server/core/rules.ts';
import { addTables } from '../support/addTables.ts';
import { assetDesk } from '../support/assetDesk/desk.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { quoteDesk } from '../support/quoteDesk/desk.ts';
import { brief, scale } from '../support/scale.ts';
import { seatDesk } from '../support/seatDesk/desk.ts';
import { invented, surveyRules } from '../support/survey/invented.ts';
import { trainingDesk } from '../support/trainingDesk.ts';
import { Fuzzer } from './fuzz.ts';

/** All entities of examples/service-desk. */
const contract = contractWith({
  ...assetDesk,
  ...trainingDesk,
  ...quoteDesk,
  ...seatDesk,
  ...invented,
  price,
  offer,
  ticket,
  ticket_team: ticketTeam,
});
const paths =
  /^\/v1\/(service\/asset|asset_visit|service_contract|training|price|offer|ticket|survey|setting\/survey|quote|seat)/;

const requests = Number(process.env.FUZZ_REQUESTS ?? scale(brief(200, 800), 20_000));
const seed = Number(process.env.FUZZ_SEED ?? 20_261_130);

let cast: Cast;
beforeAll(async () => {
  const rules = { ...surveyRules, service_contract: contractRules as unknown as Rules };
  cast = await startCast('pglite', async (database) => {
    await addTables(database, contract);
    return { contract, rules, withoutClock: true };
  });
});
afterAll(() => cast?.close());

it(`finds nothing among the entities of the service desk, with ${requests} requests (seed ${seed})`, async () => {
  const { admin: SA, operations: GA, sales: SM, otherSales: IMP, customer: EN, otherCustomer: SU } = cast;
  const stage = { cast, actors: { SA, GA, SM, IMP, EN, SU }, common: {} };
  const ids = Array.from({ length: 8 }, (_, at) => at + 1);
  const report = await new Fuzzer(stage, seed, { paths, ids }).run(requests);
  expect(report.findings.slice(0, 20)).toEqual([]);
  expect(report.requests).toBe(requests);
  expect(report.statuses[200]).toBeGreaterThan(requests / 20);
}, 7_200_000);
