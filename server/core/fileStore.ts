import type { Readable } from 'node:stream';

/** The size of an upload, and its SHA-256 in hex. */
export interface ReceivedFile {
  readonly size: number;
  readonly sha256: string;
}

/** A range of a file: its first byte and its last one, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Stores the content of files by the ids of their uploads: a folder, or storage with the S3 protocol. Temporarily
 * unavailable storage throws `StorageAway` (by name); full storage throws an error with the code `ENOSPC`.
 */
export interface FileStore {
  /**
   * Receives the bytes of an upload and hashes them as a stream, with little of it in memory.
   * @throws `TooManyBytes` (by name) above the limit, `BrokenOff` if the stream ends too early
   */
  receive(id: string, bytes: AsyncIterable<Uint8Array>, most: number): Promise<ReceivedFile>;
  /** The media type of a received upload, if it is one of the wanted ones; otherwise undefined. */
  typeOf(id: string, name: string, wanted: readonly string[]): Promise<string | undefined>;
  /**
   * Makes a received upload permanent; from then on it can be read.
   * @param got the result of `receive`
   */
  keep(id: string, got: ReceivedFile): Promise<void>;
  /**
   * The content, or a range of it.
   * @throws if there is none
   */
  read(id: string, range?: ByteRange): Promise<Readable>;
  /** Removes the content, permanent or received in part. */
  remove(id: string): Promise<void>;
}
