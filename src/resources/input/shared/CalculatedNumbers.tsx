import { Box } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { computedInRow } from '../../../../contract/conditions/records.ts';
import { fixedDefault } from '../../../../contract/kinds/resolveDefault.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { type ChildChange, rollupAfter } from '../../../../contract/relations/rollupAfter.ts';
import { type RollupField, rollupFields } from '../../../../contract/relations/rollups.ts';
import type { Role } from '../../../../contract/schema/access.ts';
import { type Entity, mayRead } from '../../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../../contract/schema/field/field.ts';
import { isCalculated, operandsOf, storedNames } from '../../../../contract/schema/field/formula.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import { changedChildRows, type FormChildRow } from '../../../dataProvider/forms/childRows.ts';
import { translate } from '../../../i18n/text.ts';
import { Cell } from '../../values/Cell.tsx';
import { dash } from '../../values/format.ts';
import { useCurrency } from '../scalars/MoneyInput.tsx';
import { useFormRecord } from './RowScope.ts';

type Values = Readonly<Record<string, unknown>>;

const emptyAsNull = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]));

/** The values that a new record starts with. */
const startOf = ({ fields }: Entity): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fixedDefault(field) ?? null]));

/**
 * The values of a record of which a form has some: those, else the saved ones, else those that a new record starts with.
 * A saved record lacks what the reader may not see.
 */
const wholeRecord = (entity: Entity, saved: Values | undefined, entered: Values): Values => ({
  ...(saved ?? startOf(entity)),
  ...emptyAsNull(entered),
});

/** What a form does with a child. */
const changeOf = (child: Entity, { _was, remove, ...row }: FormChildRow): ChildChange => ({
  before: _was,
  after: remove ? undefined : wholeRecord(child, _was, row),
});

/** The readable counts and sums of the children in a form, with the section of each. */
const rollupsIn = (entity: Entity, fields: Fields, role: Role): (RollupField & { section: string })[] =>
  rollupFields(entity).flatMap((one) => {
    const [section] =
      Object.entries(entity.children ?? {}).find(
        ([name, { entity: of, by }]) => name in fields && of === one.rollup.entity && by === one.rollup.by,
      ) ?? [];
    return section !== undefined && mayRead(one.field, role) ? [{ ...one, section }] : [];
  });

/** The readable numbers that are computed from some of these fields. */
const computedFrom = (entity: Entity, names: readonly string[], role: Role): [string, Field][] =>
  Object.entries<Field>(entity.fields).filter(
    ([, field]) =>
      isCalculated(field) &&
      mayRead(field, role) &&
      // The unit of a quantity is that of a record which the form may not have.
      field.unitOf === undefined &&
      storedNames(entity.fields, operandsOf(field.formula)).some((name) => names.includes(name)),
  );

interface NumberProps {
  entity: Entity;
  name: string;
  field: Field;
  value: unknown;
}

function CalculatedNumber({ entity, name, field, value }: NumberProps) {
  const currency = useCurrency(field);
  const isComplete = value !== null && value !== undefined && (field.kind !== 'money' || currency !== '');
  const record = { [name]: value, ...(field.currency !== undefined && { [field.currency]: currency }) };
  return (
    <Box sx={{ display: 'inline-flex', gap: 0.75, minWidth: 0 }}>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {translate(field.label)}
      </Box>
      <Box component="dd" sx={{ m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {isComplete ? <Cell entity={entity} name={name} record={record} /> : dash}
      </Box>
    </Box>
  );
}

/**
 * The numbers that the server computes from the inputs, as saving would have them: the amount of a line, and the total of
 * an invoice while its lines are typed.
 * @param fields the inputs of the form, or of a row of children
 */
export function CalculatedNumbers({ fields }: { fields: Fields }) {
  const { entity, saved, prefix } = useFormRecord();
  const role = useRole();
  // Without a name, all values of the form.
  const watched = prefix === '' ? {} : { name: prefix.slice(0, -1) };
  const form = useWatch(watched as { name: string }) as Values | undefined;
  if (!entity) return null;
  const rollups = prefix === '' ? rollupsIn(entity, fields, role) : [];
  const computed = computedFrom(entity, [...Object.keys(fields), ...rollups.map(({ name }) => name)], role);
  if (rollups.length + computed.length === 0) return null;
  const totals = Object.fromEntries(
    rollups.map((one) => {
      const child = entity.contract.entity(one.rollup.entity);
      const rows = changedChildRows(fields[one.section] as Field, valueAt(form, one.section));
      const changes = rows.map(([, row]) => changeOf(child, row));
      return [one.name, rollupAfter(one, child, saved?.[one.name], changes)];
    }),
  );
  const record = { ...wholeRecord(entity, saved, form ?? {}), ...totals };
  const shown = [
    ...rollups.map(({ name, field }) => ({ name, field, value: totals[name] })),
    ...computed.map(([name, field]) => ({ name, field, value: computedInRow(entity, name, record) })),
  ];
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mt: 0.5,
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'flex-end',
        columnGap: 3,
        rowGap: 0.5,
        fontSize: '0.875rem',
      }}
    >
      {shown.map((one) => (
        <CalculatedNumber key={one.name} entity={entity} {...one} />
      ))}
    </Box>
  );
}
