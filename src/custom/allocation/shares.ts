import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { message } from '../../../contract/messages/message.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import type { InputMessages } from '../../resources/formState/contractResolver.ts';

/** Hosts of an order, in the form that the body of an allocation takes; null while no count is entered. */
export interface OrderShare {
  readonly order_id: number;
  readonly hosts: number | null;
}

/** The orders that were read so far, by id; a chosen one may be on another page of the table. */
export type LoadedOrders = Map<number, RecordData>;

/** How many hosts of an order can still be allocated. */
export const availableHosts = (order: RecordData | undefined): number =>
  Number(valueAt(order, 'available.hosts.value'));

/**
 * Rules that the contract cannot check: at least one order is chosen, and no count exceeds what is available
 * (R-OLST-01).
 */
export function shareMessages(shares: readonly OrderShare[], orders: LoadedOrders): InputMessages {
  if (shares.length === 0) return { orders: text().allocation.nothing };
  return Object.fromEntries(
    shares.flatMap(({ order_id, hosts }, at): [string, string][] => {
      const value = availableHosts(orders.get(order_id));
      const isOver = hosts !== null && Number.isInteger(hosts) && hosts > value;
      return isOver ? [[`orders.${at}.hosts`, message('over_available', { value })]] : [];
    }),
  );
}
