import type { Readable } from 'node:stream';

/** What an upload came to: how long it is, and its SHA-256 in hex. */
export interface Received {
  readonly size: number;
  readonly sha256: string;
}

/** Where the content of files lies, by the ids of their uploads: a folder, or storage that speaks S3. */
export interface FileStore {
  /**
   * Takes the bytes of an upload, hashed as they come, without holding more than some of them. Throws `TooManyBytes` (by
   * name) beyond the most, and `BrokenOff` where they end before their end.
   */
  receive(id: string, bytes: AsyncIterable<Uint8Array>, most: number): Promise<Received>;
  /** What the content of a received upload is, of the wanted media types; undefined where it is none of them. */
  typeOf(id: string, name: string, wanted: readonly string[]): Promise<string | undefined>;
  /** Keeps a received upload: from here on it is on the disk, and can be read. */
  keep(id: string): Promise<void>;
  /** The content. Throws where there is none. */
  read(id: string): Promise<Readable>;
  /** Removes what there is of it, kept or received in part. */
  remove(id: string): Promise<void>;
}
