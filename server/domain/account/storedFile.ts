import type { Readable } from 'node:stream';

/** What an upload came to: how long it is, and its SHA-256 in hex. */
export interface Received {
  readonly size: number;
  readonly sha256: string;
}

/** A part of a content: its first byte and its last one, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the content of files lies, by the ids of their uploads: a folder, or storage that speaks S3.
 * What is away for now throws `StorageAway` (by name); what has no space left, an error with the code `ENOSPC`.
 */
export interface FileStore {
  /**
   * Takes the bytes of an upload, hashed as they come, without holding more than some of them. Throws `TooManyBytes` (by
   * name) beyond the most, and `BrokenOff` where they end before their end.
   */
  receive(id: string, bytes: AsyncIterable<Uint8Array>, most: number): Promise<Received>;
  /** What the content of a received upload is, of the wanted media types; undefined where it is none of them. */
  typeOf(id: string, name: string, wanted: readonly string[]): Promise<string | undefined>;
  /** Keeps a received upload, which came to this: from here on it lasts, and can be read. */
  keep(id: string, got: Received): Promise<void>;
  /** The content, or a part of it. Throws where there is none. */
  read(id: string, range?: ByteRange): Promise<Readable>;
  /** Removes what there is of it, kept or received in part. */
  remove(id: string): Promise<void>;
}
