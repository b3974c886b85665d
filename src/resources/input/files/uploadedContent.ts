/** How many contents are remembered. */
const most = 8;

const contents = new Map<string, Blob>();

/** Remembers what was uploaded, for a preview of the form before it is saved: the server shows it to nobody until then. */
export function rememberContent(id: string, content: Blob): void {
  contents.set(id, content);
  const [oldest] = contents.keys();
  if (contents.size > most && oldest !== undefined) contents.delete(oldest);
}

/** The content of an upload of this page; undefined for one that the page does not remember. */
export const rememberedContent = (id: string): Blob | undefined => contents.get(id);
