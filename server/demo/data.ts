/** The people and companies of the demo: plausible names in both languages, and their data. */

export const salesmen = [
  { name: 'sales', nick_name: 'Lin Yue 林悦', phone: '+86 138 0013 2045' },
  { name: 'sales.chen', nick_name: 'Chen Bo 陈博', phone: '+86 139 1188 7120' },
  { name: 'sales.meyer', nick_name: 'Hanna Meyer', phone: '+49 30 5557 0142' },
];

export const products = [
  { name: 'CloudMove', code: 'CM-PUB', deployment_id: 1, category_id: 1001 },
  { name: 'CloudMove Private', code: 'CM-PRI', deployment_id: 2, category_id: 1001 },
  { name: 'CloudMove On Site', code: 'CM-LOC', deployment_id: 3, category_id: 1001 },
  { name: 'SafeHarbor DR', code: 'SH-PUB', deployment_id: 1, category_id: 1002 },
  { name: 'SafeHarbor DR Private', code: 'SH-PRI', deployment_id: 2, category_id: 1002 },
  { name: 'SafeHarbor DR On Site', code: 'SH-LOC', deployment_id: 3, category_id: 1002 },
  { name: 'DataBridge', code: 'DB-PUB', deployment_id: 1, category_id: 1001, metering: 'value', unit: 'TB' },
  { name: 'VaultSync', code: 'VS-PRI', deployment_id: 2, category_id: 1002 },
];

export interface DemoEnterprise {
  name: string;
  code: string;
  type: number;
  sales: number;
  contact: string;
  user: string;
  products: number[];
  /** The result of the review; approved by default. */
  review?: 'pending' | 'rejected';
}

/** The first one is the enterprise of the account `enterprise`; its owner is `sales`. */
export const enterprises: DemoEnterprise[] = [
  {
    name: '蓝港物流有限公司 Blue Harbor Logistics',
    code: 'BLUEHARBOR',
    type: 1,
    sales: 0,
    contact: 'Zhou Min 周敏',
    user: 'enterprise',
    products: [0, 3, 6],
  },
  {
    name: '华东精密制造集团 Huadong Precision',
    code: 'HUADONG',
    type: 1,
    sales: 0,
    contact: 'Wu Jun 吴军',
    user: 'huadong',
    products: [0, 1, 4],
  },
  {
    name: 'Northwind Retail',
    code: 'NORTHWIND',
    type: 1,
    sales: 2,
    contact: 'Ida Berg',
    user: 'northwind',
    products: [0, 3],
  },
  {
    name: '星河银行 Galaxy Bank',
    code: 'GALAXY',
    type: 1,
    sales: 1,
    contact: 'He Lan 何岚',
    user: 'galaxy',
    products: [2, 5, 7],
  },
  {
    name: '青禾医疗 Qinghe Medical',
    code: 'QINGHE',
    type: 1,
    sales: 1,
    contact: 'Sun Tao 孙涛',
    user: 'qinghe',
    products: [1, 4],
  },
  { name: 'Alpine Energy', code: 'ALPINE', type: 1, sales: 2, contact: 'Marc Huber', user: 'alpine', products: [3, 6] },
  {
    name: '云栖教育 Yunqi Education',
    code: 'YUNQI',
    type: 1,
    sales: 0,
    contact: 'Xu Jing 许静',
    user: 'yunqi',
    products: [0, 3],
  },
  {
    name: '内部测试实验室 Internal Lab',
    code: 'INTLAB',
    type: 2,
    sales: 1,
    contact: 'Gao Fei 高飞',
    user: 'intlab',
    products: [0, 3],
  },
  {
    name: '扫码试用中心 Trial Desk',
    code: 'TRIALDESK',
    type: 3,
    sales: 0,
    contact: 'Tang Wei 唐薇',
    user: 'trialdesk',
    products: [0],
  },
  {
    name: 'Meridian Shipping',
    code: 'MERIDIAN',
    type: 1,
    sales: 2,
    contact: 'Olivia Grant',
    user: 'meridian',
    products: [1, 5],
  },
  {
    name: '南岭新材料 Nanling Materials',
    code: 'NANLING',
    type: 1,
    sales: 0,
    contact: 'Luo Kai 罗凯',
    user: '',
    products: [],
    review: 'pending',
  },
  {
    name: 'Redwood Media',
    code: 'REDWOOD',
    type: 1,
    sales: 1,
    contact: 'Amy Stone',
    user: '',
    products: [],
    review: 'rejected',
  },
];

export const projectNames = [
  ['ERP migration', 'ERP 上云'],
  ['Warehouse recovery site', '仓储容灾'],
  ['Data lake', '数据湖'],
  ['Head office', '总部机房'],
  ['Branch roll-out', '分支推广'],
] as const;

export const comments = ['Q4 framework contract', '年度框架合同', 'Pilot before roll-out', '试点后推广', null] as const;
