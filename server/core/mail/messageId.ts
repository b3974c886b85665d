import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';

/** A Message-ID (RFC 5322, 3.6.4) that no other mail has. */
export const newMessageId = (context: Context): string =>
  `<${randomUUID()}@${new URL(context.settings.publicUrl).hostname}>`;
