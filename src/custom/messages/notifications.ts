import { useQuery } from '@tanstack/react-query';
import { HttpError } from 'react-admin';
import { useNavigate } from 'react-router';
import { entities } from '../../../contract/index.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { recordAddress } from '../../../contract/screens/address.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { stableList } from '../../dataProvider/live/pendingChanges.ts';
import { usePollInterval } from '../../dataProvider/live/receivingChanges.ts';
import { useConsoleDataProvider, useEndpointMutation } from '../../dataProvider/useEndpoint.ts';

export interface NotificationRecord {
  id: number;
  uuid: string;
  notice_title: string;
  created_at: string;
  module: 'order' | 'assignment' | 'allocation' | null;
  /** What it is about, where a declaration says so. */
  entity?: string | null;
  record_id: number | null;
  status: boolean;
}

type ListProvider = Pick<ConsoleDataProvider, 'getList'>;
const unread = { status: false };
const sort = { field: 'created_at', order: 'DESC' } as const;

/** The unread messages, all of them; where they are more than the server gives at once (B1), the newest and how many. */
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
 * The unread messages; asked again as new ones are told (every 60 s where nothing is), when the window is looked at, and
 * after own changes (B32). While they are looked at, they stay in their places, and what is new waits.
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

/** The address of the record that a declared message is about, where its reader has one. */
function subjectAddress({ entity, record_id }: NotificationSubject, role: Role | undefined): string | undefined {
  const declared = entities.find(({ name }) => name === entity);
  return declared && role && record_id ? recordAddress(declared, { id: record_id }, role) : undefined;
}

type NotificationSubject = Pick<NotificationRecord, 'module' | 'entity' | 'record_id'>;

/** Where a message leads, by its module and the reader's role (R-MSG-06 to R-MSG-09), else to its record. */
export function notificationAddress(notice: NotificationSubject, role: Role | undefined): string | undefined {
  const enterprise = role === 'Enterprise';
  const id = notice.record_id ? `id=${notice.record_id}` : '';
  if (notice.module === 'order') return enterprise ? `/behalf_order?${id}` : `/authorization/order?${id}`;
  if (notice.module === 'assignment') return `/authorization/assignment${enterprise ? '?active=1' : ''}`;
  if (notice.module === 'allocation')
    return enterprise ? '/authorization/assignment?active=2' : '/authorization/application';
  return subjectAddress(notice, role);
}

/** Marks a message as read, so that the list is asked again, and goes where the message leads (R-MSG-05). */
export function useOpenNotification() {
  const navigate = useNavigate();
  const role = useRole();
  const { mutateAsync } = useEndpointMutation('notification_update');
  return async (notice: NotificationRecord) => {
    await mutateAsync({ body: { ids: [notice.uuid] }, quiet: true }).catch(() => undefined);
    const target = notificationAddress(notice, role);
    if (target) navigate(target);
  };
}
