import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { assignmentStates } from '../../../contract/choices/assignment.ts';
import { application as declaration } from '../../../contract/entities/application.ts';
import { embeddedLists } from '../../../contract/relations/embeddedLists.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import { RelatedLists } from '../../resources/detail/related/RelatedLists.tsx';
import { Summary } from '../../resources/detail/Summary.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { Cell, labelOf } from '../../resources/values/Cell.tsx';
import { ChoiceChip } from '../../resources/values/ChoiceChip.tsx';
import { useReadableFields } from '../../resources/values/FieldLines.tsx';
import { quantityText } from '../../resources/values/format.ts';
import { RecordNames } from '../../resources/values/RecordNames.tsx';

const right = { align: 'right' } as const;

/**
 * The licences from the application's own data, for roles that cannot open licences. All of them are for the
 * application's product.
 */
function LicenceTable({ items, product }: { items: readonly RecordData[]; product: unknown }) {
  const licence = useContract().entity('assignment');
  const [hosts = '', status = '', issue = ''] = ['hosts', 'status', 'task_status'].map((name) =>
    labelOf(licence, name),
  );
  return (
    <>
      <Typography component="h3" variant="h3" sx={{ mt: 3, mb: 1 }}>
        {translate(declaration.fields.assignments.label)}
      </Typography>
      <Table size="small" className="stacks">
        <TableHead>
          <TableRow>
            <TableCell>{translate(licence.label)}</TableCell>
            <TableCell {...right}>{hosts}</TableCell>
            <TableCell>{status}</TableCell>
            <TableCell>{issue}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <TableRow key={item.id}>
              <TableCell data-label={translate(licence.label)}>
                <RecordNames to={licence.name} ids={[item.id]} />
              </TableCell>
              <TableCell {...right} data-label={hosts}>
                {quantityText(item.hosts, product)}
              </TableCell>
              <TableCell data-label={status}>
                <ChoiceChip choices={assignmentStates} value={item.status} />
              </TableCell>
              <TableCell data-label={issue}>
                <Cell entity={licence} name="task_status" record={item} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  );
}

/** The licences of an application: a list with rows that open, if declared for the role, or else a table. */
function Licences({ application }: { application: RecordData }) {
  const entity = useContract().entity('application');
  const role = useRole();
  const items = (application.assignments ?? []) as readonly RecordData[];
  if (items.length === 0) return null;
  const opens = embeddedLists(entity, role).some((inner) => inner.entity.name === 'assignment' && inner.by);
  if (!opens) return <LicenceTable items={items} product={application.product} />;
  return <RelatedLists name={entity.name} id={application.id} />;
}

/** An application with the licences that were issued for it. */
export default function ApplicationDetail(props: DetailProps) {
  const entity = useContract().entity('application');
  const { assignments: _licences, ...fields } = useReadableFields(entity);
  return (
    <RecordView
      {...props}
      entity={entity}
      overview={(application) => <Summary entity={entity} record={application} fields={fields} />}
      below={(application) => <Licences application={application} />}
    />
  );
}
