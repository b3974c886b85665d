import { Box, Typography } from '@mui/material';
import { type Entity, fieldOf } from '../../../../contract/schema/entity.ts';
import type { PrintDeclaration, PrintSection } from '../../../../contract/schema/screen.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { language } from '../../../i18n/language.ts';
import { givenProductName } from '../../../i18n/page/productName.ts';
import { translate } from '../../../i18n/text.ts';
import { DescriptionList } from '../../values/DescriptionList.tsx';
import { fieldLines, useReadableFields } from '../../values/FieldLines.tsx';
import { useRelatedTabs } from '../related/useRelatedTabs.tsx';
import type { RecordTab } from './RecordTabs.tsx';

interface Props {
  entity: Entity;
  record: RecordData;
  print: PrintDeclaration;
}

/** The lines of the named fields that the role may read, in the order of the names. */
function useSectionLines(entity: Entity, record: RecordData) {
  const readable = useReadableFields(entity);
  return (names: readonly string[]) =>
    names.flatMap((name) => {
      const path = name.split('.');
      const key = path.pop() ?? name;
      const field = fieldOf(entity, name);
      const isReadable = (path[0] ?? key) in readable;
      return field && isReadable
        ? fieldLines(entity, record, { [key]: field }, path.map((one) => `${one}.`).join(''))
        : [];
    });
}

/** A part of the sheet; absent if the role may read nothing of it. */
function Section({
  entity,
  record,
  section: { label, fields = [] },
  list,
}: Pick<Props, 'entity' | 'record'> & { section: PrintSection; list: RecordTab | undefined }) {
  const lines = useSectionLines(entity, record)(fields);
  if (lines.length === 0 && !list) return null;
  const heading = label ? translate(label) : list?.label;
  return (
    <Box component="section" sx={{ mt: 2.5 }}>
      {heading && (
        <Typography component="h3" variant="h3" sx={{ mb: 1 }}>
          {heading}
        </Typography>
      )}
      <DescriptionList lines={lines} />
      {list?.draw()}
    </Box>
  );
}

/** A record on paper as its declaration says, below its heading: the name that the settings give the product, and its sections. */
export function PrintedSections({ entity, record, print: { sections = [] } }: Props) {
  const lists = useRelatedTabs(
    entity,
    record,
    sections.flatMap(({ list }) => list ?? []),
  );
  const vendor = givenProductName(language());
  return (
    <>
      {vendor !== undefined && <Typography color="text.secondary">{vendor}</Typography>}
      {sections.map((section, at) => (
        <Section
          key={at}
          entity={entity}
          record={record}
          section={section}
          list={lists.find(({ name }) => name === section.list)}
        />
      ))}
    </>
  );
}

const signatureStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(60mm, 1fr))',
  columnGap: '12mm',
  rowGap: '16mm',
  mt: '20mm',
  breakInside: 'avoid',
} as const;

/** The lines at the end of the sheet, for those who sign it. */
export const Signatures = ({ print: { signatures = [] } }: Pick<Props, 'print'>) =>
  signatures.length === 0 ? null : (
    <Box data-signatures sx={signatureStyle}>
      {signatures.map((label) => (
        <Typography key={label.en} variant="body2" sx={{ borderTop: 1, borderColor: 'text.primary', pt: 0.5 }}>
          {translate(label)}
        </Typography>
      ))}
    </Box>
  );
