import { ListItemText, MenuItem } from '@mui/material';
import { useListContext } from 'react-admin';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { isActing, useRole, useSession } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { MenuMark } from '../../resources/list/columns/MenuMark.tsx';
import { applicableView } from '../../resources/list/filters/applicableView.ts';
import { isSameListView, type ListView } from '../../resources/list/views/listView.ts';
import { useDefaultView, useOpenView } from '../../resources/list/views/openView.ts';
import type { Columns } from '../../resources/slotTypes.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { useCurrentView, useResetList } from './useCurrentView.ts';
import { useSaveView } from './useSaveView.ts';

const Dialogs = {
  Save: lazyChunk(() => import('./viewDialogs.tsx').then((found) => ({ default: found.SaveViewDialog }))),
  Remove: lazyChunk(() => import('./viewDialogs.tsx').then((found) => ({ default: found.RemoveViewDialog }))),
};

interface Props {
  place: string;
  views: readonly RecordData[];
  columns: Columns;
  onClose: () => void;
}

/** True if the list differs from the open view, as far as the list can apply the view. */
function useIsChanged(look: ListView): boolean {
  const [open] = useOpenView();
  const { resource } = useListContext();
  const entity = useContract().entity(resource);
  const role = useRole();
  // Columns and density that the view does not set are the user's own.
  return !open || !isSameListView(look, { ...look, ...applicableView(entity, role, open.saved).look });
}

/** Sets the open view as the list's default view. Not while acting: nobody may choose it for the other user. */
function DefaultViewEntry({ place }: Pick<Props, 'place'>) {
  const [open] = useOpenView();
  const [first, setFirst] = useDefaultView(place);
  const isFirst = open !== undefined && first?.id === open.id;
  if (!open || isActing(useSession())) return null;
  return (
    <MenuItem dense role="menuitemcheckbox" aria-checked={isFirst} onClick={() => setFirst(isFirst ? undefined : open)}>
      <MenuMark kind="check" isOn={isFirst} />
      <ListItemText>{text().views.opensWith}</ListItemText>
    </MenuItem>
  );
}

/** The menu entries for the current state of the list, and for the open view. */
export function OpenViewEntries({ place, views, columns, onClose }: Props) {
  const openDialog = useOpenDialog();
  const resetList = useResetList();
  const [open, setView] = useOpenView();
  const look = useCurrentView(columns);
  const isChanged = useIsChanged(look);
  const save = useSaveView(place);
  const words = text().views;
  const entity = useContract().entity('saved_view');
  const record = views.find(({ id }) => id === open?.id);
  const isOwn = record !== undefined && isPermitted(entity, 'edit', record);
  const own = views.filter((view) => isPermitted(entity, 'edit', view));
  const entry = (label: string, act: () => void) => (
    <MenuItem
      dense
      key={label}
      onClick={() => {
        onClose();
        act();
      }}
    >
      <ListItemText slotProps={{ primary: { noWrap: true, title: label } }}>{label}</ListItemText>
    </MenuItem>
  );
  const ask = (view?: RecordData) => () =>
    openDialog((end) => <Dialogs.Save place={place} look={look} views={own} view={view} onClose={end} />);
  const leave = () => {
    setView(undefined);
    resetList();
  };
  return (
    <>
      {isOwn && isChanged && entry(words.saveChanges(String(record.name)), () => void save(record, { look }))}
      {isChanged && entry(words.save, ask())}
      <DefaultViewEntry place={place} />
      {isOwn && entry(words.edit(String(record.name)), ask(record))}
      {isOwn &&
        entry(words.remove(String(record.name)), () =>
          openDialog((end) => <Dialogs.Remove view={record} place={place} onClose={end} />),
        )}
      {open && entry(words.leave, leave)}
    </>
  );
}
