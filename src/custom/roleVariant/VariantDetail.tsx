import { Box, Typography } from '@mui/material';
import { roleRights } from '../../../contract/narrowing/roleRights.ts';
import { demandAllDeclarations } from '../../../contract/outlines/outlinedContract.ts';
import { roleOf } from '../../../contract/roles/index.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import { Summary } from '../../resources/detail/Summary.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { useReadableFields } from '../../resources/values/FieldLines.tsx';
import Preview from './Preview.tsx';
import { namesOf, withheldIn } from './rightKinds.ts';

/** What is withheld, by what it concerns, in words. */
function WithheldRights({ record }: { record: RecordData }) {
  const contract = useContract();
  demandAllDeclarations(contract);
  const role = roleOf(Number(record['role_id']));
  const withheld = withheldIn(record['withheld']);
  const words = text().roleVariant;
  const lost = (role ? roleRights(contract, role) : []).filter((rights) =>
    namesOf(rights).some((name) => withheld.has(name)),
  );
  if (lost.length === 0) return <Typography>{words.nothing}</Typography>;
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {lost.map(({ entity, label, operations, fields }) => {
        const lines = [
          ...operations.filter(({ name }) => withheld.has(name)).map((one) => translate(one.label)),
          ...fields.flatMap(({ label: field, read, write }) => {
            if (read && withheld.has(read)) return [words.unseen(translate(field))];
            return write && withheld.has(write) ? [words.unwritten(translate(field))] : [];
          }),
        ];
        return (
          <Box key={entity} sx={{ py: 0.5 }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {translate(label)}
            </Typography>
            <Box component="dd" sx={{ m: 0 }}>
              {lines.join(words.between)}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

/** A variant of a role: what it withholds, what its people see, and who they are (issue 37, section 2). */
export default function VariantDetail(props: DetailProps) {
  const entity = useContract().entity('role_variant');
  const { withheld: _withheld, ...fields } = useReadableFields(entity);
  const words = text().roleVariant;
  return (
    <RecordView
      {...props}
      entity={entity}
      overview={(record) => (
        <>
          <Summary entity={entity} record={record} fields={fields} />
          <Typography component="h3" variant="h3" sx={{ mt: 2, mb: 1 }}>
            {translate(entity.fields['withheld']?.label ?? entity.label)}
          </Typography>
          <WithheldRights record={record} />
        </>
      )}
      more={(record) => [
        { name: 'preview', label: words.preview, draw: () => <Preview key="preview" record={record} /> },
      ]}
    />
  );
}
