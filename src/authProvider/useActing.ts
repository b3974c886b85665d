import { useMutation } from '@tanstack/react-query';
import { useAuthProvider, useLogoutIfAccessDenied, useNotify } from 'react-admin';
import { text } from '../i18n/text.ts';
import type { ConsoleAuthProvider } from './authProvider.ts';

/**
 * Starts and ends acting for an enterprise user (C12, R-HEAD-05). Both open their page and show that they succeeded; a
 * failure is shown like every other failure.
 */
export function useActing() {
  const provider = useAuthProvider<ConsoleAuthProvider>();
  const notify = useNotify();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: async ({ act, to }: { act: 'back' | number; to: string }) => {
      if (!provider) return;
      const change = act === 'back' ? provider.actBack(to) : provider.actFor(act, to);
      await change.catch(async (error: unknown) => {
        await logoutIfAccessDenied(error);
        throw error;
      });
      // The end of acting is shown by `Notices`, wherever it was ended.
      if (act === 'back') return;
      const message = text().done.switched;
      notify(message, { type: 'success', messageArgs: { _: message } });
    },
  });
  return {
    isPending,
    actFor: (id: number) => mutate({ act: id, to: '/' }),
    /** Rejects when the request failed. */
    actBack: (to = '/user/enterprise_user') => mutateAsync({ act: 'back', to }),
  };
}
