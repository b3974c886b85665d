import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { sessionOf, type Welcome, writeSession } from '../authProvider/session.ts';
import { api } from '../dataProvider/api.ts';
import { toast } from '../dataProvider/notices.ts';
import { text } from '../i18n/text.ts';
import { useSession } from './useSession.ts';

/** Changes hats: the new session replaces the old one, and nothing that was read before stays. */
function useSwitch(): (id: number, to: string) => Promise<void> {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useCallback(
    async (id, to) => {
      writeSession(sessionOf(await api<Welcome>(`/v1/auth/login/user/${id}`, { method: 'POST' })));
      navigate(to);
      queries.clear();
      toast(text().done.switched, 'success');
    },
    [navigate, queries],
  );
}

/** Returns from acting to the salesman's own session, on a page of theirs (R-HEAD-05). */
export function useBackToSales(to = '/user/enterprise_user'): () => Promise<void> {
  const change = useSwitch();
  const id = useSession()?.sales_login_id;
  return async () => {
    if (id !== undefined) await change(id, to).catch(() => undefined);
  };
}

/** Steps into the place of an enterprise user (R-FLOW-06). */
export function useActFor(): (id: number) => void {
  const change = useSwitch();
  return (id) => {
    change(id, '/').catch(() => undefined);
  };
}
