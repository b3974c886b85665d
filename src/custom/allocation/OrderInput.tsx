import { Box, FormHelperText, Skeleton, Typography } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useGetList, useInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { entityNamed } from '../../../contract/index.ts';
import { translateMessage } from '../../../contract/messages/catalogue.ts';
import { sortOf } from '../../dataProvider/lists/sort.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { language } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { SearchInput } from '../../resources/list/filters/FilterBar.tsx';
import { Pager } from '../../resources/paging/Pager.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { OrderTable } from './OrderTable.tsx';
import type { ReadOrders, Share } from './shares.ts';

const perPage = 20;

/** A page of the approved orders that may serve a project, those found by a search. */
function useOrderPage(project: number) {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const found = useGetList<RecordData>(
    'order',
    {
      filter: { project_id: project, status: 2, ...(search && { search }) },
      pagination: { page, perPage },
      sort: sortOf(entityNamed('order')),
    },
    { placeholderData: keepPreviousData },
  );
  const find = (words: string) => {
    setSearch(words);
    setPage(1);
  };
  return { found, page, setPage, search, find };
}

interface Message {
  readonly message?: string;
}
type ShareErrors = Message & { readonly [at: number]: { readonly hosts?: Message; readonly order_id?: Message } };

/** The shares of a form as an input: their value, how it is changed, and what is wrong with it. */
function useShares(source: string) {
  const { field, fieldState } = useInput({ source, format: (value) => value ?? [], parse: (value) => value });
  const shares = field.value as readonly Share[];
  const errors = fieldState.error as ShareErrors | undefined;
  const errorOf = (id: number): string | undefined => {
    const found = errors?.[shares.findIndex(({ order_id }) => order_id === id)];
    return (found?.hosts ?? found?.order_id)?.message;
  };
  const onTick = ({ id }: RecordData) => {
    const rest = shares.filter(({ order_id }) => order_id !== id);
    field.onChange(rest.length < shares.length ? rest : [...shares, { order_id: id, hosts: 1 }]);
  };
  const onCount = ({ id }: RecordData, hosts: number | null) =>
    field.onChange(shares.map((share) => (share.order_id === id ? { ...share, hosts } : share)));
  return { shares, errorOf, message: errors?.message, handlers: { onTick, onCount, onBlur: () => field.onBlur() } };
}

/** Begins the form with what is ticked at first, once the orders are there: nobody is asked about it upon leaving. */
function useStart(source: string, found: readonly RecordData[] | undefined, start: Props['start']): void {
  const { resetField, getValues, formState } = useFormContext();
  const { isReady } = formState;
  const isRead = found !== undefined;
  // Before they are seen: nobody's own tick comes first.
  useLayoutEffect(() => {
    if (found && start && isReady && getValues(source)?.length === 0)
      resetField(source, { defaultValue: start(found) });
  }, [isRead, isReady]);
}

interface Props {
  source: string;
  project: number;
  /** Keeps what was read, for whoever validates the counts. */
  orders: ReadOrders;
  /** What is ticked at first, of the orders that are there. */
  start?: ((found: readonly RecordData[]) => readonly Share[]) | undefined;
  /** Stands in place of the table when no order serves the project. */
  empty: ReactNode;
}

/**
 * The orders that serve a project, to choose from: a react-admin input whose value are the shares of a body. The server
 * searches and pages; what is chosen stays so on whichever page it stands.
 */
export function OrderInput({ source, project, orders, start, empty }: Props) {
  const { found, page, setPage, search, find } = useOrderPage(project);
  const { shares, errorOf, message, handlers } = useShares(source);
  const { data, total = 0, error } = found;
  useEffect(() => {
    for (const order of data ?? []) orders.set(order.id, order);
  }, [data, orders]);
  useStart(source, data, start);
  const isPaged = total > perPage || search !== '';
  const elsewhere = shares.flatMap(({ order_id }) => {
    const wrong = data?.some(({ id }) => id === order_id) ? undefined : errorOf(order_id);
    return wrong ? [`${String(orders.get(order_id)?.code)}: ${translateMessage(wrong, language())}`] : [];
  });
  if (!data)
    return error ? <LoadFailed onRetry={() => found.refetch()} /> : <Skeleton variant="rounded" height={120} />;
  if (total === 0 && !search && shares.length === 0) return empty;
  return (
    <>
      {isPaged && <Search value={search} onChange={find} chosen={shares.length} />}
      {total > 0 ? (
        <OrderTable orders={data} shares={shares} errorOf={errorOf} {...handlers} />
      ) : (
        <Typography color="text.secondary">{text().list.noMatch}</Typography>
      )}
      <Pager total={total} page={page} perPage={perPage} onPage={setPage} />
      <FormHelperText error role="alert">
        {[...elsewhere, translateMessage(message ?? '', language())].filter(Boolean).join(' · ') || ' '}
      </FormHelperText>
    </>
  );
}

interface SearchProps {
  value: string;
  onChange: (words: string) => void;
  chosen: number;
}

/** Finds orders where there are more than a page; the enter key looks for them and does not send the form. */
const Search = ({ value, onChange, chosen }: SearchProps) => (
  <Box
    role="search"
    sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1 }}
    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
  >
    <SearchInput value={value} onChange={onChange} />
    {chosen > 0 && <Typography color="text.secondary">{text().views.selected(chosen)}</Typography>}
  </Box>
);
