/** Icons that a declaration can name; the console has a drawing for each. */
export const iconNames = [
  'page',
  'dashboard',
  'user',
  'enterprise',
  'product',
  'authorization',
  'project',
  'order',
  'licence',
  'application',
  'audit',
  'test',
  'mail',
  'message',
  'payment',
  'subscription',
  'session',
  'view',
  'link',
] as const;
export type IconName = (typeof iconNames)[number];
