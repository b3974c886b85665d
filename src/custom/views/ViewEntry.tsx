import BookmarkOutlined from '@mui/icons-material/BookmarkOutlined';
import { ListItemIcon, ListItemText, MenuItem } from '@mui/material';
import type { SessionUser } from '../../authProvider/session.ts';
import { displayName } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { MenuMark } from '../../resources/list/columns/MenuMark.tsx';
import { useDefaultView, useOpenView } from '../../resources/list/views/openView.ts';
import { parseSavedView, useApplyView } from './useCurrentView.ts';

interface Props {
  place: string;
  view: RecordData;
  isOwn: boolean;
  onClose: () => void;
}

/** A menu entry that opens a view. It shows whose view it is if another user shares it, and marks the default view. */
export function ViewEntry({ place, view, isOwn, onClose, ...item }: Props) {
  const [first] = useDefaultView(place);
  const [open] = useOpenView();
  const show = useApplyView();
  const words = text().views;
  const isOpen = open?.id === view.id;
  const found = parseSavedView(view);
  const by = isOwn ? view.is_shared === true && words.isShared : words.sharedBy(displayName(view.user as SessionUser));
  const notes = [by, first?.id === view.id && words.opensFirst].filter(Boolean).join(text().list.comma);
  const choose = () => {
    onClose();
    if (found) show(found);
  };
  return (
    <MenuItem {...item} dense role="menuitemradio" aria-checked={isOpen} disabled={!found} onClick={choose}>
      <MenuMark kind="radio" isOn={isOpen} />
      <ListItemText
        primary={String(view.name)}
        secondary={notes || undefined}
        slotProps={{ primary: { noWrap: true, title: String(view.name) }, secondary: { noWrap: true, title: notes } }}
      />
      {first?.id === view.id && (
        <ListItemIcon sx={{ minWidth: 0, ml: 1 }}>
          <BookmarkOutlined fontSize="small" />
        </ListItemIcon>
      )}
    </MenuItem>
  );
}
