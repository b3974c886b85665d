import { Box, Typography } from '@mui/material';
import { baseFields } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { ChangeList, type RecordValues, withCurrencies } from '../../resources/detail/history/ChangeList.tsx';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import { Summary } from '../../resources/detail/Summary.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { useReadableFields } from '../../resources/values/FieldLines.tsx';
import { auditDifferences } from './auditDifferences.ts';

/** The changes of an audit entry, by the labels of the fields; times are in the user's time zone. */
function EntryChanges({ entry }: { entry: RecordData }) {
  const contract = useContract();
  const auditedEntity = contract.byName.get(String(entry.entity));
  const { before, after } = auditDifferences({ ...baseFields, ...auditedEntity?.fields }, entry.before, entry.after);
  if (Object.keys(after).length === 0) return null;
  const state = { ...(entry.before as RecordValues | null), ...(entry.after as RecordValues | null) };
  const currencyValues = auditedEntity ? withCurrencies(auditedEntity, {}, state) : {};
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography component="h3" variant="h3">
        {text().record.changes}
      </Typography>
      <ChangeList
        entity={auditedEntity ?? contract.entity('audit')}
        record={currencyValues}
        before={before}
        after={after}
      />
    </Box>
  );
}

/** An audit entry: who did what to which record, and what has changed (issue 14, point 6). */
export default function AuditDetail(props: DetailProps) {
  const entity = useContract().entity('audit');
  // An entry never changes, and its time is shown in the heading.
  const {
    before: _before,
    after: _after,
    record_path: _path,
    updated_at: _updated,
    ...fields
  } = useReadableFields(entity);
  return (
    <RecordView
      {...props}
      entity={entity}
      overview={(entry) => (
        <>
          <Summary entity={entity} record={entry} fields={fields} />
          <EntryChanges entry={entry} />
        </>
      )}
    />
  );
}
