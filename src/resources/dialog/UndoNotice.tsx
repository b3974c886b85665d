import Close from '@mui/icons-material/Close';
import { Button, IconButton, SnackbarContent } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { forwardRef, useRef } from 'react';
import { useCloseNotification, useNotify, useRefresh } from 'react-admin';
import type { Entity } from '../../../contract/schema/entity.ts';
import { failureText } from '../../dataProvider/http/failure.ts';
import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';

/** How long undo is offered, in milliseconds: long enough to reach it with the keyboard. */
const undoMs = 15_000;

/** Other texts for the notification, and what else to do after undo. */
interface UndoTexts {
  /** The texts after deleting and after undo, in place of the default ones. */
  readonly done?: string;
  readonly undone?: string;
  readonly onUndone?: () => void;
}

interface Props extends UndoTexts {
  entity: Entity;
  ids: readonly number[];
  /** The name of the record, if it is a single one. */
  name: string;
}

/** Notifies that records were deleted, with a button to restore them (D12). It stays while they could not be restored. */
const UndoNotice = forwardRef<HTMLDivElement, Props>(function UndoNotice(props, ref) {
  const { entity, ids, name, onUndone } = props;
  const words = text().done;
  const isSingle = ids.length === 1;
  const { done = isSingle ? words.removed(name) : words.removedMany(ids.length) } = props;
  const { undone = isSingle ? words.restored(name) : words.restoredMany(ids.length) } = props;
  const data = useConsoleDataProvider();
  const notice = useNotice();
  const refresh = useRefresh();
  const close = useCloseNotification();
  /** The records that are not restored yet. */
  const left = useRef(ids);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      for (const id of left.current) {
        await data.restore(entity.name, id);
        left.current = left.current.filter((one) => one !== id);
      }
    },
    onSuccess: () => {
      onUndone?.();
      notice.success(undone);
      close();
    },
    onSettled: () => refresh(),
  });
  return (
    <SnackbarContent
      ref={ref}
      message={error ? failureText(error) || done : done}
      sx={{ flexWrap: 'nowrap' }}
      action={
        <>
          <Button
            data-undo
            color="inherit"
            sx={{ fontWeight: 700 }}
            disabled={isPending}
            aria-keyshortcuts="u"
            onClick={() => mutate()}
          >
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

/** Returns a function that notifies about deleted records and offers undo. */
export function useUndoNotice(entity: Entity): (ids: readonly number[], name: string, texts?: UndoTexts) => void {
  const notify = useNotify();
  return (ids, name, texts) =>
    notify(<UndoNotice entity={entity} ids={ids} name={name} {...texts} />, {
      type: 'info',
      autoHideDuration: undoMs,
    });
}
