import { CircularProgress, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { assignmentStates } from '../../../contract/choices.ts';
import { allocation as declaration } from '../../../contract/entities/allocation.ts';
import { assignment } from '../../../contract/entities/assignment.ts';
import { baseFields, type Entity, mayRead } from '../../../contract/entity.ts';
import type { Fields } from '../../../contract/field.ts';
import { say, text } from '../../i18n/text.ts';
import { AppDialog } from '../../resources/AppDialog.tsx';
import { ChoiceChip } from '../../resources/ChoiceChip.tsx';
import { Cell, labelOf } from '../../resources/cells.tsx';
import { Description } from '../../resources/Description.tsx';
import { linesOf, useRecord } from '../../resources/EntityDetail.tsx';
import { numberText } from '../../resources/format.ts';
import { useRole } from '../../shell/useSession.ts';
import type { DetailProps, RecordData } from '../registry.tsx';

const entity = declaration as unknown as Entity;
const licence = assignment as unknown as Entity;

function Licences({ items }: { items: readonly RecordData[] }) {
  const heads = ['id', 'hosts', 'status', 'task_status'].map((name) => labelOf(licence, name));
  return (
    <>
      <Typography component="h3" variant="h3" sx={{ mt: 3, mb: 1 }}>
        {say(declaration.fields.assignments.label)}
      </Typography>
      <Table size="small">
        <TableHead>
          <TableRow>
            {heads.map((head) => (
              <TableCell key={head}>{head}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <TableRow key={item.id}>
              <TableCell>{item.id}</TableCell>
              <TableCell>{numberText(item.hosts)}</TableCell>
              <TableCell>
                <ChoiceChip choices={assignmentStates} value={item.status} />
              </TableCell>
              <TableCell>
                <Cell entity={licence} name="task_status" record={item} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  );
}

/** An application with the licences that it was served with. */
export default function ApplicationDetail({ id, onClose }: DetailProps) {
  const role = useRole() ?? 'Subordinate';
  const { data, isPending } = useRecord('allocation', id);
  const { version: _version, ...base } = baseFields;
  const fields: Fields = Object.fromEntries(
    Object.entries({ ...base, ...(declaration.fields as Fields) }).filter(
      ([name, field]) => name !== 'assignments' && mayRead(field, role),
    ),
  );
  const licences = (data?.assignments ?? []) as readonly RecordData[];
  return (
    <AppDialog title={`${say(declaration.label)} ${id}`} onClose={onClose}>
      {isPending && <CircularProgress size={24} />}
      {data && <Description lines={linesOf(entity, data, fields)} />}
      {licences.length > 0 && <Licences items={licences} />}
      {!data && !isPending && <Typography>{text().errors.load}</Typography>}
    </AppDialog>
  );
}
