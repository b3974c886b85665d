import { roleDeclarations } from '../roles/index.ts';
import type { Choice } from '../schema/field/options.ts';

/** The choices of the settings. */

/** Every role by its name. */
export const namedRoles = roleDeclarations.map(({ name, label }) => ({ id: name, label })) satisfies readonly Choice[];

/** How the connection to the mail server is encrypted (RFC 3207, RFC 8314). */
export const mailEncryptions = [
  { id: 'starttls', label: { en: 'STARTTLS (usually port 587)', zh: 'STARTTLS（通常为 587 端口）' } },
  { id: 'tls', label: { en: 'TLS (usually port 465)', zh: 'TLS（通常为 465 端口）' } },
  { id: 'none', label: { en: 'If the server offers it', zh: '服务器支持时加密' } },
] as const satisfies readonly Choice[];
