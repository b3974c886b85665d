import { messages, translateMessage } from '../../../contract/messages/catalogue.ts';
import type { Language } from '../../../contract/messages/label.ts';
import type { MessageKey } from '../../../contract/messages/message.ts';

/**
 * Why something failed, as its reader is told: a sentence of ours by its key. What another program said, as rows from
 * before may hold it, is for the log and is answered by `otherwise`.
 */
export const reasonIn = (kept: unknown, otherwise: MessageKey, language: Language): string | null =>
  typeof kept === 'string' ? translateMessage(Object.hasOwn(messages, kept) ? kept : otherwise, language) : null;
