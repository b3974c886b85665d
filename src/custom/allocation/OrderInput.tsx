import { Box, FormHelperText, Skeleton, Typography } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useGetList, useInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { translateMessage } from '../../../contract/messages/catalogue.ts';
import { defaultSort } from '../../dataProvider/lists/defaultSort.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { language } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { SearchInput } from '../../resources/list/filters/FilterBar.tsx';
import { Pager } from '../../resources/paging/Pager.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { OrderTable } from './OrderTable.tsx';
import type { LoadedOrders, OrderShare } from './shares.ts';

const perPage = 20;

/** A page of the approved orders that can serve a project, filtered by a search. */
function useOrderPage(project: number) {
  const entity = useContract().entity('order');
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const found = useGetList<RecordData>(
    'order',
    {
      filter: { project_id: project, status: 2, ...(search && { search }) },
      pagination: { page, perPage },
      sort: defaultSort(entity),
    },
    { placeholderData: keepPreviousData },
  );
  const find = (words: string) => {
    setSearch(words);
    setPage(1);
  };
  return { found, page, setPage, search, find };
}

interface ErrorMessage {
  readonly message?: string;
}
type ShareErrors = ErrorMessage & {
  readonly [at: number]: { readonly hosts?: ErrorMessage; readonly order_id?: ErrorMessage };
};

/** The shares as an input: their value, the handlers that change it, and their messages. */
function useShares(source: string) {
  const { field, fieldState } = useInput({ source, format: (value) => value ?? [], parse: (value) => value });
  const shares = field.value as readonly OrderShare[];
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

/**
 * Sets the initial shares once the orders are read. They count as defaults, so that leaving the form does not ask about
 * them.
 */
function useInitialShares(source: string, found: readonly RecordData[] | undefined, start: Props['start']): void {
  const { resetField, getValues, formState } = useFormContext();
  const { isReady } = formState;
  const isRead = found !== undefined;
  // A layout effect, so that it runs before the user can tick an order.
  useLayoutEffect(() => {
    if (found && start && isReady && getValues(source)?.length === 0)
      resetField(source, { defaultValue: start(found) });
  }, [isRead, isReady]);
}

interface Props {
  source: string;
  project: number;
  /** Collects the orders that were read, for the validation of the counts. */
  orders: LoadedOrders;
  /** Returns the initial shares for the orders that were found. */
  start?: ((found: readonly RecordData[]) => readonly OrderShare[]) | undefined;
  /** Shown instead of the table if no order serves the project. */
  empty: ReactNode;
}

/**
 * The orders that can serve a project: a react-admin input whose value is the list of shares in the request body. The
 * server searches and pages; chosen orders stay chosen on every page.
 */
export function OrderInput({ source, project, orders, start, empty }: Props) {
  const { found, page, setPage, search, find } = useOrderPage(project);
  const { shares, errorOf, message, handlers } = useShares(source);
  const { data, total = 0, error } = found;
  useEffect(() => {
    for (const order of data ?? []) orders.set(order.id, order);
  }, [data, orders]);
  useInitialShares(source, data, start);
  const isPaged = total > perPage || search !== '';
  const otherPageErrors = shares.flatMap(({ order_id }) => {
    const shareError = data?.some(({ id }) => id === order_id) ? undefined : errorOf(order_id);
    return shareError ? [`${String(orders.get(order_id)?.code)}: ${translateMessage(shareError, language())}`] : [];
  });
  if (!data)
    return error ? <LoadFailed onRetry={() => found.refetch()} /> : <Skeleton variant="rounded" height={120} />;
  if (total === 0 && !search && shares.length === 0) return empty;
  return (
    <>
      {isPaged && <OrderSearch value={search} onChange={find} chosen={shares.length} />}
      {total > 0 ? (
        <OrderTable orders={data} shares={shares} errorOf={errorOf} {...handlers} />
      ) : (
        <Typography color="text.secondary">{text().list.noMatch}</Typography>
      )}
      <Pager total={total} page={page} perPage={perPage} onPage={setPage} />
      <FormHelperText error role="alert">
        {[...otherPageErrors, translateMessage(message ?? '', language())].filter(Boolean).join(' · ') || ' '}
      </FormHelperText>
    </>
  );
}

interface OrderSearchProps {
  value: string;
  onChange: (words: string) => void;
  chosen: number;
}

/** Searches orders if there is more than one page. Enter must not submit the form. */
const OrderSearch = ({ value, onChange, chosen }: OrderSearchProps) => (
  <Box
    role="search"
    sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1 }}
    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
  >
    <SearchInput value={value} onChange={onChange} />
    {chosen > 0 && <Typography color="text.secondary">{text().views.selected(chosen)}</Typography>}
  </Box>
);
