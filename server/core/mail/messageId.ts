import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';

/** A unique Message-ID (RFC 5322, 3.6.4). */
export const newMessageId = (context: Context): string =>
  `<${randomUUID()}@${new URL(context.settings.publicUrl).hostname}>`;
