import { useQuery } from '@tanstack/react-query';
import { HttpError } from 'react-admin';
import { useNavigate } from 'react-router';
import { isRole } from '../../../contract/roles/index.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { recordAddress } from '../../../contract/screens/address.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { stableList } from '../../dataProvider/live/pendingChanges.ts';
import { usePollInterval } from '../../dataProvider/live/receivingChanges.ts';
import { useConsoleDataProvider, useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { useContract } from '../../resources/ContractContext.ts';

export interface NotificationRecord {
  id: number;
  uuid: string;
  notice_title: string;
  created_at: string;
  module: 'order' | 'assignment' | 'allocation' | null;
  /** The entity that the message is about, for declared messages. */
  entity?: string | null;
  record_id: number | null;
  status: boolean;
}

type ListProvider = Pick<ConsoleDataProvider, 'getList'>;
const unread = { status: false };
const sort = { field: 'created_at', order: 'DESC' } as const;

/** All unread messages. If there are more than the server returns at once (B1), the newest ones and the total. */
async function readUnread(data: ListProvider, signal: AbortSignal) {
  const meta = { quiet: true };
  const all = { filter: { ...unread, is_paginate: false }, sort, meta, signal };
  try {
    return await data.getList<NotificationRecord>('notification', all as never);
  } catch (failure) {
    if (!(failure instanceof HttpError) || failure.status !== 422) throw failure;
    const pagination = { page: 1, perPage: 100 };
    return data.getList<NotificationRecord>('notification', { filter: unread, sort, pagination, meta, signal });
  }
}

/**
 * The unread messages. They are fetched again when new ones are received (or every 60 s while no changes are received),
 * when the window gets the focus, and after writes of our own (B32). While the user looks at them, they stay in their
 * places, and new ones wait.
 */
export function useUnreadNotifications(isLookedAt: boolean) {
  const data = useConsoleDataProvider();
  const refetchInterval = usePollInterval(60_000);
  return useQuery({
    queryKey: ['notification', 'unread'],
    queryFn: ({ signal }) => readUnread(data, signal),
    ...(isLookedAt ? stableList : { refetchInterval, refetchOnWindowFocus: true }),
  });
}

/** The address of the record that a declared message is about, if the role may open it. */
function subjectAddress(
  contract: Contract,
  { entity, record_id }: NotificationSubject,
  role: Role | undefined,
): string | undefined {
  const declared = contract.byName.get(entity ?? '');
  return declared && role && record_id ? recordAddress(declared, { id: record_id }, role) : undefined;
}

type NotificationSubject = Pick<NotificationRecord, 'module' | 'entity' | 'record_id'>;

/** The target of a message, by its module and the reader's role (R-MSG-06 to R-MSG-09), or else its record. */
export function notificationAddress(
  contract: Contract,
  notice: NotificationSubject,
  role: Role | undefined,
): string | undefined {
  const enterprise = isRole(role, 'Enterprise');
  const id = notice.record_id ? `id=${notice.record_id}` : '';
  if (notice.module === 'order') return enterprise ? `/behalf_order?${id}` : `/authorization/order?${id}`;
  if (notice.module === 'assignment') return `/authorization/assignment${enterprise ? '?active=1' : ''}`;
  if (notice.module === 'allocation')
    return enterprise ? '/authorization/assignment?active=2' : '/authorization/application';
  return subjectAddress(contract, notice, role);
}

/** Marks a message as read, which also refreshes the list, and goes to the message's target (R-MSG-05). */
export function useOpenNotification() {
  const contract = useContract();
  const navigate = useNavigate();
  const role = useRole();
  const { mutateAsync } = useEndpointMutation('notification_update');
  return async (notice: NotificationRecord) => {
    await mutateAsync({ body: { ids: [notice.uuid] }, quiet: true }).catch(() => undefined);
    const target = notificationAddress(contract, notice, role);
    if (target) navigate(target);
  };
}
