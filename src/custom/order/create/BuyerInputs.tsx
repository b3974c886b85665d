import { TextField } from '@mui/material';
import { useState } from 'react';
import { type RaRecord, useGetList, useGetOne } from 'react-admin';
import { order as declaration } from '../../../../contract/entities/order.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { useCallQuery } from '../../../dataProvider/useCall.ts';
import { translate } from '../../../i18n/text.ts';
import { RecordInput, RecordPicker } from '../../../resources/input/pickers/RecordInput.tsx';
import { useSole } from '../../../resources/input/pickers/useOnlyOption.ts';
import type { FieldInputProps } from '../../../resources/slotTypes.ts';
import { clearedByEnterprise } from './orderFields.ts';
import { useClear } from './useClear.ts';

const meta = { quiet: true };
const perPage = 25;

/** The enterprise that the order is for; its user, product and original follow it (R-OCRE-03). */
export function EnterpriseInput(props: FieldInputProps) {
  const clear = useClear();
  return <RecordInput {...props} onChange={() => clear(clearedByEnterprise)} />;
}

interface FoundProps extends FieldInputProps {
  found: readonly RaRecord[] | undefined;
  /** Is what was found all that there is to pick? */
  isSole: boolean;
  isFetching: boolean;
  /** The words that they were found for. */
  words: string;
  onSearch: (words: string) => void;
  /** Asks again; there only when they could not be loaded. */
  retry: (() => void) | undefined;
}

/** Picks one of the found records, where there is one alone that; it stays known, whatever is looked for afterwards. */
function FoundInput({ found = [], isSole, isFetching, words, onSearch, retry, ...props }: FoundProps) {
  const [picked, setPicked] = useState<RaRecord>();
  const sole = useSole(props.source, isSole ? found[0] : undefined);
  const known = [picked, sole, ...found].filter((one) => one !== undefined);
  return (
    <RecordPicker
      {...props}
      onChange={(id) => setPicked(known.find((record) => record.id === id))}
      choices={{ known, offered: found, words, isFetching, search: onSearch, retry }}
    />
  );
}

interface OfEnterpriseProps extends FieldInputProps {
  enterprise: number | null;
}

/** A user of role Enterprise of the enterprise (R-OCRE-03), searched on the server. */
export function UserInput({ enterprise, ...props }: OfEnterpriseProps) {
  const [search, setSearch] = useState('');
  const query = {
    filter_enterprise_id: enterprise,
    filter_role_alias: 'Enterprise',
    search,
    page: 1,
    per_page: perPage,
  };
  const enabled = enterprise !== null;
  const { data, isFetching, error, refetch } = useCallQuery('role_user_list', { query, quiet: true }, { enabled });
  return (
    <FoundInput
      {...props}
      found={data?.items}
      isSole={search === '' && data?.total === 1}
      isFetching={isFetching}
      words={search}
      onSearch={setSearch}
      retry={error ? () => void refetch() : undefined}
    />
  );
}

/** A product that the enterprise may order (R-OCRE-04), searched on the server among what it was granted. */
export function ProductInput({ enterprise, ...props }: OfEnterpriseProps) {
  const [search, setSearch] = useState('');
  const filter = { enterprise_id: enterprise, search };
  const enabled = enterprise !== null;
  const { data, total, isFetching, error, refetch } = useGetList(
    'enterprise_product',
    { filter, pagination: { page: 1, perPage }, meta },
    { enabled },
  );
  const products = data?.map(({ product }) => product as RaRecord);
  return (
    <FoundInput
      {...props}
      found={products}
      isSole={search === '' && total === 1}
      isFetching={isFetching}
      words={search}
      onSearch={setSearch}
      retry={error ? () => void refetch() : undefined}
    />
  );
}

/** Who sells to the enterprise; operations alone are shown it (R-OCRE-13). */
export function SalesOwner({ enterprise }: { enterprise: number | null }) {
  const { data } = useGetOne('enterprise', { id: enterprise ?? 0, meta }, { enabled: enterprise !== null });
  return (
    <TextField
      label={translate(declaration.fields.sales_user_id.label)}
      value={String((enterprise !== null && valueAt(data, 'sales.nick_name')) || '')}
      disabled
      helperText=" "
    />
  );
}
