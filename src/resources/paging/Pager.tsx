import { Box, Pagination, PaginationItem, Typography } from '@mui/material';
import { text } from '../../i18n/text.ts';
import { useIsPhone } from '../../ui/breakpoints.ts';
import { numberText } from '../values/format.ts';

interface Props {
  total: number;
  page: number;
  perPage: number;
  onPage: (page: number) => void;
  /** True to show few page numbers, for example next to a record. */
  isSmall?: boolean;
}

/** Total, previous, pages, next; hidden if there is at most one page (R-TABLE-01, R-TABLE-02). */
export function Pager({ total, page, perPage, onPage, isSmall = false }: Props) {
  const isPhone = useIsPhone();
  const pages = Math.ceil(total / perPage);
  if (pages <= 1) return null;
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        py: 1.5,
        px: isPhone ? 0.5 : 1.5,
      }}
    >
      <Typography variant="body2" color="text.secondary">
        {text().list.total(numberText(total))}
      </Typography>
      <Pagination
        count={pages}
        page={page}
        onChange={(_event, next) => onPage(next)}
        siblingCount={isPhone || isSmall ? 0 : 1}
        shape="rounded"
        // Without gaps, so that each page number is 44 px wide.
        {...(isPhone && { sx: { '& .MuiPaginationItem-root': { mx: 0, px: 0 } } })}
        aria-label={text().list.pages}
        renderItem={(item) => <PaginationItem {...item} page={item.page === null ? null : numberText(item.page)} />}
        getItemAriaLabel={(type, at) =>
          type === 'previous' ? text().list.previous : type === 'next' ? text().list.next : text().list.page(at ?? 1)
        }
      />
    </Box>
  );
}
