import { TextField } from '@mui/material';
import { useState } from 'react';
import { type RaRecord, useGetList, useGetOne } from 'react-admin';
import { order as declaration } from '../../../../contract/entities/order.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { mayRead } from '../../../../contract/schema/entity.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import { useEndpointQuery } from '../../../dataProvider/useEndpoint.ts';
import { translate } from '../../../i18n/text.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import { RecordInput, RecordPicker } from '../../../resources/input/pickers/RecordInput.tsx';
import type { FieldInputProps } from '../../../resources/slotTypes.ts';
import { clearedByEnterprise } from './orderFields.ts';
import { useClearInputs } from './useClearInputs.ts';

const meta = { quiet: true };
const perPage = 25;

/** The enterprise that the order is for; its user, product and original order depend on it (R-OCRE-03). */
export function EnterpriseInput(props: FieldInputProps) {
  const clear = useClearInputs();
  return <RecordInput {...props} onChange={() => clear(clearedByEnterprise)} />;
}

interface FoundRecordInputProps extends FieldInputProps {
  found: readonly RaRecord[] | undefined;
  /** True if these are all records that can be chosen. */
  isSole: boolean;
  isFetching: boolean;
  /** The search text of these records. */
  words: string;
  onSearch: (words: string) => void;
  /** Fetches again; present only if fetching failed. */
  retry: (() => void) | undefined;
}

/**
 * Picks one of the found records; a single one is picked automatically. The chosen record stays known during later
 * searches.
 */
function FoundRecordInput({ found = [], isSole, isFetching, words, onSearch, retry, ...props }: FoundRecordInputProps) {
  const [picked, setPicked] = useState<RaRecord>();
  const known = [picked, ...found].filter((one) => one !== undefined);
  return (
    <RecordPicker
      {...props}
      onChange={(id) => setPicked(known.find((record) => record.id === id))}
      choices={{ known, offered: found, words, isFetching, search: onSearch, retry }}
      onlyOption={isSole ? found[0] : undefined}
    />
  );
}

interface OfEnterpriseProps extends FieldInputProps {
  enterprise: number | null;
}

/** A user of the enterprise with the role Enterprise (R-OCRE-03), searched on the server. */
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
  const { data, isFetching, error, refetch } = useEndpointQuery('role_user_list', { query, quiet: true }, { enabled });
  return (
    <FoundRecordInput
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

/** A product that the enterprise may order (R-OCRE-04), searched on the server among the granted ones. */
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
    <FoundRecordInput
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

/** The salesman of the enterprise; shown to operations only (R-OCRE-13). */
export function SalesOwner({ enterprise }: { enterprise: number | null }) {
  const field = useContract().entity('enterprise').fields.sales_user_id;
  const isSeen = field !== undefined && mayRead(field, useRole());
  const { data } = useGetOne('enterprise', { id: enterprise ?? 0, meta }, { enabled: isSeen && enterprise !== null });
  if (!isSeen) return null;
  return (
    <TextField
      label={translate(declaration.fields.sales_user_id.label)}
      value={String((enterprise !== null && valueAt(data, 'sales.nick_name')) || '')}
      disabled
      helperText=" "
    />
  );
}
