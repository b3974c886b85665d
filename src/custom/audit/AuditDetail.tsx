import { Box, Typography } from '@mui/material';
import { audit as declaration } from '../../../contract/entities/audit.ts';
import { entities } from '../../../contract/index.ts';
import { baseFields, type Entity } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { ChangeList, type RecordValues, withCurrencies } from '../../resources/detail/history/ChangeList.tsx';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import { Summary } from '../../resources/detail/Summary.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { useReadableFields } from '../../resources/values/FieldLines.tsx';
import { auditDifferences } from './auditDifferences.ts';

const entity: Entity = declaration;

/** What the entry says to have changed, by the names that people know, each moment in the reader's own time. */
function EntryChanges({ entry }: { entry: RecordData }) {
  const about = entities.find(({ name }) => name === entry.entity);
  const { before, after } = auditDifferences({ ...baseFields, ...about?.fields }, entry.before, entry.after);
  if (Object.keys(after).length === 0) return null;
  const told = { ...(entry.before as RecordValues | null), ...(entry.after as RecordValues | null) };
  const beside = about ? withCurrencies(about, {}, told) : {};
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography component="h3" variant="h3">
        {text().record.changes}
      </Typography>
      <ChangeList entity={about ?? entity} record={beside} before={before} after={after} />
    </Box>
  );
}

/** An entry of the audit: who did what to which record, and what differs since (issue 14, point 6). */
export default function AuditDetail(props: DetailProps) {
  // An entry never changes, and its time stands above.
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
