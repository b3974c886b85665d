import { useCurrentEntity } from '../ContractContext.ts';
import { type DetailProps, useOverrides } from '../overrides.ts';
import { useReadableFields } from '../values/FieldLines.tsx';
import { RecordView } from './RecordView.tsx';
import { RelatedLists } from './related/RelatedLists.tsx';
import { Summary } from './Summary.tsx';

/** The page of a record of the current resource, generated from its declaration. */
export function EntityDetail(props: DetailProps) {
  const entity = useCurrentEntity();
  const readable = useReadableFields(entity);
  const { hiddenFields = [] } = useOverrides(entity.name);
  const fields = Object.fromEntries(Object.entries(readable).filter(([name]) => !hiddenFields.includes(name)));
  return (
    <RecordView
      {...props}
      entity={entity}
      overview={(record) => <Summary entity={entity} record={record} fields={fields} />}
      below={(record) => <RelatedLists name={entity.name} id={record.id} />}
    />
  );
}
