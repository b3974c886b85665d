import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';

/** The pictures that a declaration may name for its menu entry. */
const icons: Readonly<Record<string, typeof ArticleOutlined>> = {
  dashboard: SpaceDashboardOutlined,
  user: PeopleOutlined,
  enterprise: BusinessOutlined,
  product: Inventory2Outlined,
  authorization: VerifiedOutlined,
  project: FolderOutlined,
  order: ReceiptLongOutlined,
  licence: VpnKeyOutlined,
  audit: FactCheckOutlined,
  application: AssignmentOutlined,
  test: ScienceOutlined,
};

export function MenuIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? ArticleOutlined;
  return <Icon fontSize="small" aria-hidden />;
}
