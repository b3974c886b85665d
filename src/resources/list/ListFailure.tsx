import { Button } from '@mui/material';
import { useListContext } from 'react-admin';
import type { Entity } from '../../../contract/schema/entity.ts';
import { displayName, isActing, useSession } from '../../authProvider/useSession.ts';
import { text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** True if the failure is that the user that the session acts for may not see the list (A6). */
function useIsRefusal(error: unknown): boolean {
  const session = useSession();
  return (error as { status?: number } | null | undefined)?.status === 403 && isActing(session);
}

/** True if the user that the session acts for may not see the current list. */
export const useIsRefusedWhileActing = (): boolean => useIsRefusal(useListContext().error);

interface Props {
  entity: Entity;
  error: unknown;
  onRetry: () => void;
}

/** Explains why there are no records. While acting for another user, a missing permission is not shown as a failure. */
export function ListFailure({ entity, error, onRetry }: Props) {
  const session = useSession();
  if (useIsRefusal(error))
    return (
      <EmptyState
        kind="closed"
        thing={entity.icon}
        title={text().errors.refusedWhileActing(displayName(session?.user))}
        hint={text().errors.refusedWhileActingHint}
      />
    );
  return (
    <EmptyState kind="failed" thing={entity.icon} title={text().errors.notLoaded}>
      <Button variant="outlined" onClick={onRetry}>
        {text().list.retry}
      </Button>
    </EmptyState>
  );
}
