import { text } from '../i18n/text.ts';
import { toast } from './notices.ts';

/** Gives the browser a file to keep, under that name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** Puts a text onto the clipboard and says so; a browser that does not allow it, as without TLS, is told of too. */
export async function copyText(content: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(content);
    toast(text().actions.copied, 'success');
  } catch {
    toast(text().errors.copy, 'error');
  }
}
