import { Chip, Tooltip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type Entity, fieldOf, sourceOf } from '../../contract/entity.ts';
import type { Choice, Field } from '../../contract/field.ts';
import { entityNamed } from '../../contract/index.ts';
import type { Label } from '../../contract/label.ts';
import { say, text } from '../i18n/text.ts';
import { dash, daysText, momentText, numberText, productText, valueAt } from './format.ts';

const tones = { neutral: 'default', info: 'info', good: 'success', warn: 'warning', bad: 'error' } as const;

interface ChipProps {
  choices: readonly Choice[];
  value: unknown;
  otherwise?: Label | undefined;
}

/** A choice as a coloured chip with its text, or plain text where it has no colour. */
export function ChoiceChip({ choices, value, otherwise }: ChipProps) {
  const found = choices.find((choice) => choice.id === value);
  if (!found) return <>{otherwise && value !== null && value !== undefined ? say(otherwise) : dash}</>;
  if (!found.tone) return <>{say(found.label)}</>;
  return (
    <Chip size="small" variant="outlined" color={tones[found.tone]} label={say(found.label)} sx={{ fontWeight: 600 }} />
  );
}

/** The record behind a reference by its embedded name. */
function referenceText(field: Field, name: string, record: unknown): string {
  const embedded = valueAt(record, field.as ?? name) as Record<string, unknown> | null | undefined;
  if (!embedded) return dash;
  if (field.to === 'product') return productText(embedded);
  const title = entityNamed(field.to ?? '').title;
  return String(embedded.nick_name ?? embedded[title] ?? embedded.name ?? embedded.code ?? dash);
}

const periods = new Set(['use_period', 'assign_period']);

/** How each kind of field is shown. */
function show(field: Field, name: string, record: unknown): ReactNode {
  const value = valueAt(record, sourceOf(name, field));
  if (field.kind === 'choice') {
    return <ChoiceChip choices={field.choices ?? []} value={value} otherwise={field.otherwise} />;
  }
  if (field.kind === 'dateTime') return momentText(value);
  if (field.kind === 'boolean') return value === true ? text().form.yes : value === false ? text().form.no : dash;
  if (field.kind === 'reference') return referenceText(field, name, record);
  if (periods.has(name)) return daysText(value);
  if (field.kind === 'integer' || field.kind === 'money') return name === 'id' ? String(value) : numberText(value);
  if (field.kind === 'list') return Array.isArray(value) && value.length > 0 ? value.join(', ') : dash;
  return value === null || value === undefined || value === '' ? dash : String(value);
}

/** A cell of an entity's list; what is unavailable tells why on hover (R-ORDST-07). */
export function Cell({
  entity,
  name,
  record,
}: {
  entity: Entity;
  name: string;
  record: Readonly<Record<string, unknown>>;
}) {
  const field = fieldOf(entity, name);
  if (!field) return <>{dash}</>;
  const shown = show(field, name, record);
  const reason = name === 'is_available' && record.unavailability_reason;
  if (!reason) return <>{shown}</>;
  return (
    <Tooltip title={String(reason)}>
      <Typography component="span" variant="body2" tabIndex={0} sx={{ borderBottom: '1px dotted', cursor: 'help' }}>
        {shown}
      </Typography>
    </Tooltip>
  );
}

export const labelOf = (entity: Entity, name: string): string => {
  const field = fieldOf(entity, name);
  return field ? say(field.label) : name;
};
