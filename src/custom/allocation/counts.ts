import { message } from '../../../contract/message.ts';
import { valueAt } from '../../resources/format.ts';
import type { Errors } from '../../resources/useErrors.ts';
import type { RecordData } from '../registry.tsx';

/** What is typed as the count of each ticked order, by its id. */
export type Counts = Readonly<Record<number, string>>;

interface Share {
  readonly order_id: number;
  readonly hosts: number;
}

/** The shares as the server takes them. */
export const sharesOf = (counts: Counts): Share[] =>
  Object.entries(counts).map(([id, hosts]) => ({ order_id: Number(id), hosts: Number(hosts) }));

function problemOf({ order_id, hosts }: Share, orders: readonly RecordData[]): string | undefined {
  const available = Number(
    valueAt(
      orders.find((order) => order.id === order_id),
      'available.hosts.value',
    ),
  );
  if (!Number.isInteger(hosts)) return message('integer');
  if (hosts < 1) return message('min', { value: 1 });
  return hosts > available ? message('over_available', { value: available }) : undefined;
}

/** What is wrong with the counts, by the paths of the body: whole numbers from 1 to what is available (R-OLST-01). */
export const countProblems = (counts: Counts, orders: readonly RecordData[]): Errors =>
  Object.fromEntries(
    sharesOf(counts).flatMap((share, at) => {
      const problem = problemOf(share, orders);
      return problem ? [[`orders[${at}].hosts`, problem]] : [];
    }),
  );

/** The messages of the counts by order. */
export const byOrder = (counts: Counts, errors: Errors): Readonly<Record<number, string | undefined>> =>
  Object.fromEntries(sharesOf(counts).map(({ order_id }, at) => [order_id, errors[`orders[${at}].hosts`]]));
