import { allocationEndpoints } from '../../../contract/endpoints/licence/allocation.ts';
import { isRole } from '../../../contract/roles/index.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RowActionProps } from '../../resources/overrides.ts';
import AllocateButton from '../allocation/AllocateButton.tsx';
import { ApplicationLinkButton } from './ApplicationLinkButton.tsx';

/** Allocates to the project of the row if licences can be issued for it (B36), and creates application links for it. */
export default function ProjectActions({ record }: RowActionProps) {
  const role = useRole();
  const effective = record.status === 1 && record.enabled === true;
  const usable = effective && Boolean(record.license_key);
  return (
    <>
      {usable && isRole(role, 'Enterprise') && <AllocateButton project={record.id} />}
      {effective && allocationEndpoints.application_link.roles.some((one) => one === role) && (
        <ApplicationLinkButton record={record} />
      )}
    </>
  );
}
