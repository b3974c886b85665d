import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyLicence } from '../../kit/typescript/src/index.ts';
import { type RunningRelay, relayCommand, startRelay } from '../support/relay.ts';
import { type RelayParts, relayParts } from '../support/relayParts.ts';
import { reportProof } from '../support/reportProof.ts';
import { scale } from '../support/scale.ts';
import { freePort } from '../support/server.ts';

/** Machines that race for the seats of a relay, which is killed meanwhile (issue 36). */

const [seats, machines, kills] = [20, 60, scale(3, 30)];

let parts: RelayParts;
let relay: RunningRelay;
let port: number;
beforeAll(async () => {
  parts = await relayParts(seats);
  port = await freePort();
  relay = await startRelay(parts.folder.path, { port });
}, 120_000);
afterAll(async () => {
  await relay.kill();
  parts.remove();
});

interface Lease {
  readonly lease: string;
  readonly seat: number;
}

const fingerprintOf = (machine: number): string => `machine-${machine}`;

const send = async (machine: number) => {
  const answer = await fetch(`${relay.url}/v1/activation`, {
    method: 'POST',
    headers: { authorization: parts.licence, 'content-type': 'application/json' },
    body: JSON.stringify({ fingerprint: fingerprintOf(machine), name: `Machine ${machine}` }),
  });
  return { status: answer.status, body: (await answer.json()) as Lease };
};

it(`${machines} machines get ${seats} seats of a relay, also through ${kills} kills`, async () => {
  const given = new Map<number, Lease>();
  let answered = 0;
  let isOver = false;
  /** Asks again and again, as machines do that have no seat yet or renew their lease. */
  const ask = async (machine: number) => {
    while (!isOver) {
      const answer = await send(machine).catch(() => undefined);
      if (answer) answered += 1;
      if (answer?.status === 200) given.set(machine, answer.body);
      if (answer) expect([200, 422]).toContain(answer.status);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const work = Array.from({ length: machines }, (_, machine) => ask(machine));
  for (let round = 0; round < kills; round += 1) {
    const before = answered;
    await expect.poll(() => answered, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
    await relay.kill();
    relay = await startRelay(parts.folder.path, { port });
  }
  const before = answered;
  await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(before + 2 * machines);
  isOver = true;
  await Promise.all(work);
  expect([...given.values()].map(({ seat }) => seat).sort((a, b) => a - b)).toEqual(
    Array.from({ length: seats }, (_, seat) => seat + 1),
  );
  const options = { keys: { keys: [parts.vendor.publicJwk] } };
  for (const [machine, { lease }] of given) {
    const { reason } = await verifyLicence(parts.licence, { ...options, lease, fingerprint: fingerprintOf(machine) });
    expect(reason).toBe('ok');
  }
  const { out } = await relayCommand(parts.folder.path, '--status');
  expect(out).toContain(`${seats} of ${seats} seats in use`);
  for (const machine of given.keys()) expect(out).toMatch(new RegExp(`Machine ${machine}$`, 'm'));
  reportProof({
    promised: 'No seat of a relay is given twice, also through kills',
    done: `${kills} SIGKILLs amid ${machines} machines`,
    seen: `${given.size} machines with ${seats} seats`,
  });
}, 3_600_000);
