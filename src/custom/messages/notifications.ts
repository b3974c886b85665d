import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { api, type Page } from '../dataProvider/api.ts';
import { call } from '../dataProvider/call.ts';
import { onWritten } from '../dataProvider/notices.ts';
import { useSession } from './useSession.ts';

export interface Notice {
  uuid: string;
  notice_title: string;
  created_at: string;
  module: 'order' | 'assignment' | 'allocation' | null;
  record_id: number | null;
  status: boolean;
}

const unreadQuery = { filter_status: false, is_paginate: false };

/** Asks anew when the window is looked at and after own changes. */
function useFresh(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const ask = (cancelRefetch: boolean) => void queries.invalidateQueries({ queryKey: ['unread'] }, { cancelRefetch });
    const onFocus = () => ask(false);
    const stop = onWritten(() => ask(true));
    window.addEventListener('focus', onFocus);
    return () => {
      stop();
      window.removeEventListener('focus', onFocus);
    };
  }, [queries]);
}

/** The unread messages; asked again every 60 s, when the window is looked at and after own changes (B32). */
export function useUnread() {
  const key = useSession()?.api_key;
  useFresh();
  return useQuery({
    queryKey: ['unread', key],
    queryFn: () => api<Page<Notice>>('/v1/notification/list', { query: unreadQuery, quiet: true }),
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
    enabled: key !== undefined,
  });
}

/** Where a message leads, by its module and the reader's role (R-MSG-06 to R-MSG-09). */
export function targetOf(notice: Notice, role: string | undefined): string | undefined {
  const enterprise = role === 'Enterprise';
  const id = notice.record_id ? `id=${notice.record_id}` : '';
  if (notice.module === 'order') return enterprise ? `/behalf_order?${id}` : `/authorization/order?${id}`;
  if (notice.module === 'assignment') return `/authorization/assignment${enterprise ? '?active=1' : ''}`;
  if (notice.module === 'allocation')
    return enterprise ? '/authorization/assignment?active=2' : '/authorization/application';
  return undefined;
}

/** Marks a message as read, has the list asked again, and goes where the message leads (R-MSG-05). */
export function useOpenNotice() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const role = useSession()?.role;
  return async (notice: Notice) => {
    await call('notification_update', { body: { ids: [notice.uuid] }, quiet: true }).catch(() => undefined);
    await queries.invalidateQueries({ queryKey: ['notification'] });
    const target = targetOf(notice, role);
    if (target) navigate(target);
  };
}
