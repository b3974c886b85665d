import { Link as Anchor, Typography } from '@mui/material';
import { Fragment } from 'react';
import { Link, useLocation } from 'react-router';
import type { EndpointAnswer } from '../../../../contract/endpoints/index.ts';
import { childSections, embeddedLists, listAddress } from '../../../../contract/relations/embeddedLists.ts';
import { filterByReference } from '../../../../contract/relations/inverse.ts';
import type { Role } from '../../../../contract/schema/access.ts';
import type { Contract, Entity } from '../../../../contract/schema/entity.ts';
import { recordNoun } from '../../../../contract/screens/recordNoun.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useEndpointQuery } from '../../../dataProvider/useEndpoint.ts';
import { language } from '../../../i18n/language.ts';
import { text, translate } from '../../../i18n/text.ts';
import { isFilterAllowed } from '../../list/filters/filterFields.ts';
import { numberText } from '../../values/format.ts';
import { InUsePlaceholder } from './InUsePlaceholder.tsx';
import { useRecordDrawer } from './RecordDrawerContext.ts';

type Use = EndpointAnswer<'use'>['items'][number];

/** The name of an entity inside a sentence: `Order` becomes `order`, but `SaaS` stays. */
const nounInSentence = (name: string): string =>
  /^\p{Lu}\p{Ll}+( |$)/u.test(name) ? name[0]?.toLowerCase() + name.slice(1) : name;

/** For example "3 orders" or "more than 1,000 orders". */
function countText(contract: Contract, { entity: name, count, is_more }: Use): string {
  const { label, labels } = contract.entity(name);
  const words = text().record;
  const many = nounInSentence(translate(count === 1 ? label : labels));
  return is_more ? words.moreThan(numberText(count), many) : words.counted(numberText(count), many);
}

/** True if a tab of the record lists the records of the named entity. */
function hasTab(entity: Entity, role: Role, name: string): boolean {
  const related = [
    ...childSections(entity, role).map(({ entity: one }) => one),
    ...embeddedLists(entity, role).map((one) => one.entity),
  ];
  return (entity.detail?.tabs ?? []).includes(name) && related.some((one) => one.name === name);
}

/**
 * The address where the reader finds the records that use this one: their filtered list, else the tab that lists them.
 */
function useUseAddress(entity: Entity, id: number): (use: Use) => string | undefined {
  const role = useRole();
  const { pathname } = useLocation();
  const isInDrawer = useRecordDrawer() !== undefined;
  return ({ entity: name, by, through }) => {
    if (through) return undefined;
    const other = entity.contract.entity(name);
    const list = isFilterAllowed(other, role, by)
      ? listAddress(other, role, filterByReference(other, by, id))
      : undefined;
    return list ?? (isInDrawer && hasTab(entity, role, name) ? `${pathname}?tab=${name}` : undefined);
  };
}

function UseList({ entity, id, items }: { entity: Entity; id: number; items: readonly Use[] }) {
  const addressOf = useUseAddress(entity, id);
  const parts = new Intl.ListFormat(language(), { type: 'conjunction' }).formatToParts(
    items.map((use) => countText(entity.contract, use)),
  );
  let at = -1;
  return parts.map(({ type, value }, index) => {
    const use = type === 'element' ? items[++at] : undefined;
    const address = use && addressOf(use);
    if (!address) return <Fragment key={`${index} ${value}`}>{value}</Fragment>;
    return (
      <Anchor key={`${index} ${value}`} component={Link} to={address}>
        {value}
      </Anchor>
    );
  });
}

/** Explains why a record cannot be deleted: what uses it, with links (issue 14). */
export function InUseNotice({ entity, record }: { entity: Entity; record: RecordData }) {
  const found = useEndpointQuery('use', { path: { entity: entity.name, id: record.id }, quiet: true });
  const words = text().record;
  const items = found.data?.items;
  const noun = nounInSentence(translate(recordNoun(entity, record)));
  if (found.isPending) return <InUsePlaceholder />;
  const isOne = items?.length === 1 && items[0]?.count === 1;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mb: 2.5 }}>
      {items && items.length > 0 ? (
        <>
          <UseList entity={entity} id={record.id} items={items} />
          {words.inUse(noun, isOne)}
        </>
      ) : (
        words.inUseByHidden(noun)
      )}
    </Typography>
  );
}
