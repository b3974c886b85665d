import { Skeleton } from '@mui/material';
import { type ComponentType, Suspense } from 'react';
import { childSections } from '../../../../contract/relations/embeddedLists.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { translate } from '../../../i18n/text.ts';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import { type RelatedTabProps, useAllOverrides } from '../../overrides.ts';
import type { RecordTab } from '../record/RecordTabs.tsx';
import { ChildList } from './ChildLists.tsx';
import { RelatedList } from './RelatedLists.tsx';
import { useRelatedLists } from './useRelatedLists.ts';

/** A custom tab, shown when its script has loaded. */
const CustomTab = ({ Custom, holder }: RelatedTabProps & { Custom: ComponentType<RelatedTabProps> }) => (
  <ErrorBoundary>
    <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
      <Custom holder={holder} />
    </Suspense>
  </ErrorBoundary>
);

/** Some of the related lists of a record as tabs, in the given order, as far as the user's role may see them. */
export function useRelatedTabs(entity: Entity, record: RecordData, names: readonly string[]): RecordTab[] {
  const { id } = record;
  const children = childSections(entity, useRole());
  const inner = useRelatedLists(entity, record);
  const overrides = useAllOverrides();
  return names.flatMap((name): RecordTab[] => {
    const child = children.find((one) => one.entity.name === name);
    const list = inner.find((one) => one.entity.name === name);
    if (child) {
      const label = translate(child.section.label ?? child.entity.labels);
      return [{ name, label, draw: () => <ChildList key={name} child={child} id={id} bare /> }];
    }
    if (!list) return [];
    const Custom = overrides[name]?.relatedTabs?.[entity.name];
    const draw = () =>
      Custom ? (
        <CustomTab key={name} Custom={Custom} holder={record} />
      ) : (
        <RelatedList key={name} {...list} id={id} bare />
      );
    return [{ name, label: translate(list.label), draw }];
  });
}
