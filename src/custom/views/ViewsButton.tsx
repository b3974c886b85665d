import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import { Button } from '@mui/material';
import { Suspense, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { useListPlace, useOpensWith, useOpenView } from '../../resources/list/views/openView.ts';
import type { Columns } from '../../resources/slotTypes.ts';
import { lazyChunk } from '../../ui/lazyChunk.ts';

const ViewsMenu = lazyChunk(() => import('./ViewsMenu.tsx').then((found) => ({ default: found.ViewsMenu })));
const FollowFirst = lazyChunk(() => import('./FollowFirst.tsx').then((found) => ({ default: found.FollowFirst })));

/** On one line, however long the name of the view is. */
const name = {
  '& > span:last-of-type': { maxWidth: 200, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
} as const;

/** The views of a list, the user's own and those shared with them, and which of them is open (B38). */
export function ViewsButton({ columns }: { columns: Columns }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const place = useListPlace();
  const [first] = useOpensWith(place);
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
        sx={name}
      >
        <span>{open ? words.open(open.name) : words.title}</span>
      </Button>
      <Suspense fallback={null}>
        {anchor && <ViewsMenu place={place} anchor={anchor} columns={columns} onClose={() => setAnchor(null)} />}
        {first && <FollowFirst place={place} first={first} />}
      </Suspense>
    </>
  );
}
