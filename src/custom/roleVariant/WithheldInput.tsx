import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  FormHelperText,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { foldText } from '../../../contract/lib/foldText.ts';
import type { Label } from '../../../contract/messages/label.ts';
import { type EntityRights, roleRights } from '../../../contract/narrowing/roleRights.ts';
import { demandAllDeclarations } from '../../../contract/outlines/outlinedContract.ts';
import { roleOf } from '../../../contract/roles/index.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { useFieldInput } from '../../resources/input/shared/useFieldInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';
import { isRead, isTransfer, namesOf, withheldIn } from './rightKinds.ts';

interface Choice {
  readonly withheld: ReadonlySet<string>;
  readonly disabled: boolean;
  /** Gives rights back, or withholds them. */
  readonly set: (names: readonly string[], isWithheld: boolean) => void;
}

function Tick({ name, label, choice }: { name: string; label: string; choice: Choice }) {
  return (
    <Checkbox
      size="small"
      checked={!choice.withheld.has(name)}
      disabled={choice.disabled}
      onChange={(_event, isTicked) => choice.set([name], !isTicked)}
      slotProps={{ input: { 'aria-label': label, name } }}
    />
  );
}

/** The fields of an entity, each with whether it is seen and whether it is written. */
function FieldTicks({ rights, choice }: { rights: EntityRights; choice: Choice }) {
  const words = text().roleVariant;
  const records = translate(rights.label);
  return (
    <Table size="small" sx={{ maxWidth: 560, tableLayout: 'fixed' }}>
      <TableHead>
        <TableRow>
          <TableCell>{words.field}</TableCell>
          <TableCell align="center" sx={{ width: 80 }}>
            {words.sees}
          </TableCell>
          <TableCell align="center" sx={{ width: 80 }}>
            {words.writes}
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rights.fields.map(({ field, label, read, write }) => {
          const isUnseen = read !== undefined && choice.withheld.has(read);
          return (
            <TableRow key={field}>
              <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                {translate(label)}
              </TableCell>
              <TableCell align="center" padding="none">
                {read && <Tick name={read} label={words.seesOf(translate(label), records)} choice={choice} />}
              </TableCell>
              <TableCell align="center" padding="none">
                {write && (
                  <Tick
                    name={write}
                    label={words.writesOf(translate(label), records)}
                    // What is not seen is not written either.
                    choice={
                      isUnseen ? { ...choice, disabled: true, withheld: new Set([...choice.withheld, write]) } : choice
                    }
                  />
                )}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

/** What the role may do with one entity: folded, it says how much is withheld. */
function EntityTicks({ rights, choice, isOpen }: { rights: EntityRights; choice: Choice; isOpen: boolean }) {
  const words = text().roleVariant;
  const records = translate(rights.label);
  const count = namesOf(rights).filter((name) => choice.withheld.has(name)).length;
  return (
    <Box component="details" open={isOpen || undefined} sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Box
        component="summary"
        sx={{ py: 1, cursor: 'pointer', display: 'flex', gap: 1, justifyContent: 'space-between' }}
      >
        <Typography component="span" variant="body1" sx={{ fontWeight: 600 }}>
          {records}
        </Typography>
        <Typography component="span" variant="body2" sx={{ color: count > 0 ? 'warning.dark' : 'text.secondary' }}>
          {count > 0 ? words.less(count) : words.whole}
        </Typography>
      </Box>
      <Box sx={{ pb: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          {rights.operations.map(({ name, label }) => (
            <FormControlLabel
              key={name}
              control={<Tick name={name} label={words.mayOf(translate(label), records)} choice={choice} />}
              label={translate(label)}
            />
          ))}
        </Box>
        {rights.fields.length > 0 && <FieldTicks rights={rights} choice={choice} />}
      </Box>
    </Box>
  );
}

/** The rights whose own label, or whose records, have the words of the search. */
function matching(all: readonly EntityRights[], search: string): readonly EntityRights[] {
  const wanted = foldText(search.trim());
  if (!wanted) return all;
  const has = (label: Label) => foldText(translate(label)).includes(wanted);
  return all.flatMap((rights) => {
    if (has(rights.label)) return [rights];
    const operations = rights.operations.filter(({ label }) => has(label));
    const fields = rights.fields.filter(({ label }) => has(label));
    return operations.length + fields.length > 0 ? [{ ...rights, operations, fields }] : [];
  });
}

/** What a variant withholds from its role: ticks, by what they concern. A tick that is removed withholds a right. */
export default function WithheldInput(props: FieldInputProps) {
  const contract = useContract();
  demandAllDeclarations(contract);
  const { input, disabled = false, below, invalid } = useFieldInput(props);
  const role = roleOf(Number(useWatch({ name: 'role_id' })));
  const [search, setSearch] = useState('');
  const all = useMemo(() => (role ? roleRights(contract, role) : []), [contract, role]);
  const words = text().roleVariant;
  const withheld = withheldIn(input.value);
  const set = (names: readonly string[], isWithheld: boolean) =>
    input.onChange(
      isWithheld ? [...new Set([...withheld, ...names])] : [...withheld].filter((name) => !names.includes(name)),
    );
  const choice: Choice = { withheld, disabled, set };
  const operations = all.flatMap((rights) => rights.operations.map(({ name }) => name));
  const presets = [
    { text: words.onlyReads, names: operations.filter((name) => !isRead(name) && !isTransfer(name)), isWithheld: true },
    { text: words.noExport, names: operations.filter(isTransfer), isWithheld: true },
    { text: words.everything, names: [...withheld], isWithheld: false },
  ];
  const shown = matching(all, search);
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle1" sx={{ fontWeight: 600, p: 0 }}>
        {words.rights}
      </Typography>
      <FormHelperText component="div" error={invalid} sx={{ mx: 0, mb: 1 }}>
        {below}
      </FormHelperText>
      {!role && <Typography sx={{ mb: 2 }}>{words.chooseRole}</Typography>}
      {role && (
        <>
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center', mb: 1 }}>
            <TextField
              size="small"
              type="search"
              label={words.search}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            {presets.map(({ text: label, names, isWithheld }) => (
              <Button key={label} size="small" disabled={disabled} onClick={() => set(names, isWithheld)}>
                {label}
              </Button>
            ))}
          </Box>
          {shown.length === 0 && <Typography sx={{ my: 2 }}>{words.noRights}</Typography>}
          {shown.map((rights) => (
            <EntityTicks key={rights.entity} rights={rights} choice={choice} isOpen={search.trim() !== ''} />
          ))}
        </>
      )}
    </Box>
  );
}
