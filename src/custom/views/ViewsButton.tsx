import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import { Button } from '@mui/material';
import { Suspense, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { useDefaultView, useListPlace, useOpenView } from '../../resources/list/views/openView.ts';
import type { Columns } from '../../resources/slotTypes.ts';
import { lazyChunk } from '../../ui/lazyChunk.ts';

const ViewsMenu = lazyChunk(() => import('./ViewsMenu.tsx').then((found) => ({ default: found.ViewsMenu })));
const RefreshDefaultView = lazyChunk(() =>
  import('./RefreshDefaultView.tsx').then((found) => ({ default: found.RefreshDefaultView })),
);

/** Keeps the button on one line, however long the name of the view is. */
const nameStyle = {
  '& > span:last-of-type': { maxWidth: 200, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
} as const;

/** Opens the menu of a list's views, the user's own and shared ones, and shows the open view (B38). */
export function ViewsButton({ columns }: { columns: Columns }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const place = useListPlace();
  const [first] = useDefaultView(place);
  const [open] = useOpenView();
  const words = text().views;
  if (place === undefined) return null;
  return (
    <>
      <Button
        startIcon={<BookmarkBorderOutlined />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        title={open?.name}
        sx={nameStyle}
      >
        <span>{open ? words.open(open.name) : words.title}</span>
      </Button>
      <Suspense fallback={null}>
        {anchor && <ViewsMenu place={place} anchor={anchor} columns={columns} onClose={() => setAnchor(null)} />}
        {first && <RefreshDefaultView place={place} first={first} />}
      </Suspense>
    </>
  );
}
