import Close from '@mui/icons-material/Close';
import { Button, IconButton, SnackbarContent } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { forwardRef } from 'react';
import { useCloseNotification, useNotify, useRefresh } from 'react-admin';
import type { Entity } from '../../../contract/entity.ts';
import { useConsoleData } from '../../dataProvider/useCall.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';

/** How long the way back is offered, in milliseconds: long enough to reach it by the keyboard. */
const offered = 15_000;

interface Props {
  entity: Entity;
  id: number;
  name: string;
}

/** Says that a record was deleted, with the button that brings it back (D12). */
const UndoNotice = forwardRef<HTMLDivElement, Props>(function UndoNotice({ entity, id, name }, ref) {
  const data = useConsoleData();
  const notice = useNotice();
  const refresh = useRefresh();
  const close = useCloseNotification();
  const { mutate, isPending } = useMutation({
    mutationFn: () => data.restore(entity.name, id),
    onSuccess: () => {
      close();
      notice.success(text().done.restored(name));
      refresh();
    },
    onError: () => close(),
  });
  return (
    <SnackbarContent
      ref={ref}
      message={text().done.removed(name)}
      sx={{ flexWrap: 'nowrap' }}
      action={
        <>
          <Button color="inherit" sx={{ fontWeight: 700 }} disabled={isPending} onClick={() => mutate()}>
            {text().actions.undo}
          </Button>
          <IconButton size="small" color="inherit" aria-label={text().actions.close} onClick={close}>
            <Close fontSize="small" />
          </IconButton>
        </>
      }
    />
  );
});

/** Tells that a record of the entity was deleted, and offers to undo it. */
export function useUndoNotice(entity: Entity): (id: number, name: string) => void {
  const notify = useNotify();
  return (id, name) =>
    notify(<UndoNotice entity={entity} id={id} name={name} />, { type: 'info', autoHideDuration: offered });
}
