import { ListItemText, MenuItem } from '@mui/material';
import { useListContext } from 'react-admin';
import { entityNamed } from '../../../contract/index.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { isActing, useRole, useSession } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { text } from '../../i18n/text.ts';
import { MenuMark } from '../../resources/list/columns/MenuMark.tsx';
import { takenOf } from '../../resources/list/filters/applicableView.ts';
import { isSameLook, type Look } from '../../resources/list/views/listView.ts';
import { useOpensWith, useOpenView } from '../../resources/list/views/openView.ts';
import type { Columns } from '../../resources/slotTypes.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { useAsDeclared, useLook } from './useLook.ts';
import { useSaveView } from './useSaveView.ts';

const Dialogs = {
  Save: lazyChunk(() => import('./dialogs.tsx').then((found) => ({ default: found.SaveDialog }))),
  Remove: lazyChunk(() => import('./dialogs.tsx').then((found) => ({ default: found.RemoveDialog }))),
};

interface Props {
  place: string;
  views: readonly RecordData[];
  columns: Columns;
  onClose: () => void;
}

/** Does the list stand otherwise than the open view says, as far as the list takes it? */
function useIsChanged(look: Look): boolean {
  const [open] = useOpenView();
  const { resource } = useListContext();
  const role = useRole() ?? 'Subordinate';
  // What a view does not say of columns and density is as the reader has it.
  return !open || !isSameLook(look, { ...look, ...takenOf(entityNamed(resource), role, open.saved).look });
}

/** Whether the list opens with the view that is open; nobody chooses that for the user that they act for. */
function FirstEntry({ place }: Pick<Props, 'place'>) {
  const [open] = useOpenView();
  const [first, setFirst] = useOpensWith(place);
  const isFirst = open !== undefined && first?.id === open.id;
  if (!open || isActing(useSession())) return null;
  return (
    <MenuItem dense role="menuitemcheckbox" aria-checked={isFirst} onClick={() => setFirst(isFirst ? undefined : open)}>
      <MenuMark kind="check" isOn={isFirst} />
      <ListItemText>{text().views.opensWith}</ListItemText>
    </MenuItem>
  );
}

/** What can be done with the way in which a list stands, and with the view that is open. */
export function OpenViewEntries({ place, views, columns, onClose }: Props) {
  const openDialog = useOpenDialog();
  const standAsDeclared = useAsDeclared();
  const [open, setView] = useOpenView();
  const look = useLook(columns);
  const isChanged = useIsChanged(look);
  const save = useSaveView(place);
  const words = text().views;
  const record = views.find(({ id }) => id === open?.id);
  const isOwn = record !== undefined && isPermitted('saved_view', 'edit', record);
  const own = views.filter((view) => isPermitted('saved_view', 'edit', view));
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
    standAsDeclared();
  };
  return (
    <>
      {isOwn && isChanged && entry(words.saveChanges(String(record.name)), () => void save(record, { look }))}
      {isChanged && entry(words.save, ask())}
      <FirstEntry place={place} />
      {isOwn && entry(words.edit(String(record.name)), ask(record))}
      {isOwn &&
        entry(words.remove(String(record.name)), () =>
          openDialog((end) => <Dialogs.Remove view={record} place={place} onClose={end} />),
        )}
      {open && entry(words.leave, leave)}
    </>
  );
}
