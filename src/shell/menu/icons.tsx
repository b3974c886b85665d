import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import AutorenewOutlined from '@mui/icons-material/AutorenewOutlined';
import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import DevicesOutlined from '@mui/icons-material/DevicesOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import LinkOutlined from '@mui/icons-material/LinkOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import type { IconName } from '../../../contract/schema/icon.ts';

/** The drawing of each icon that a declaration may name. */
export const icons: Readonly<Record<IconName, typeof ArticleOutlined>> = {
  page: ArticleOutlined,
  dashboard: SpaceDashboardOutlined,
  user: PeopleOutlined,
  enterprise: BusinessOutlined,
  product: Inventory2Outlined,
  authorization: VerifiedOutlined,
  project: FolderOutlined,
  order: ReceiptLongOutlined,
  licence: VpnKeyOutlined,
  application: AssignmentOutlined,
  audit: FactCheckOutlined,
  test: ScienceOutlined,
  mail: MailOutlined,
  message: ForumOutlined,
  payment: PaymentsOutlined,
  subscription: AutorenewOutlined,
  session: DevicesOutlined,
  view: BookmarkBorderOutlined,
  link: LinkOutlined,
};

export function MenuIcon({ name }: { name: IconName }) {
  const Icon = icons[name];
  return <Icon fontSize="small" aria-hidden />;
}
