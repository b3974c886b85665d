import { messages, translateMessage } from '../../../contract/messages/catalogue.ts';
import type { Language } from '../../../contract/messages/label.ts';
import type { MessageKey } from '../../../contract/messages/message.ts';

/**
 * Why something failed, as the reader sees it: one of our messages by its key. Older rows may contain the text of
 * another program, which belongs in the log: `otherwise` is shown instead.
 */
export const failureText = (saved: unknown, otherwise: MessageKey, language: Language): string | null =>
  typeof saved === 'string' ? translateMessage(Object.hasOwn(messages, saved) ? saved : otherwise, language) : null;
