/** One call of an action: who asks, for what, and what must end with it. */
import type { Asker } from './asker.ts'

export interface Call {
  readonly asker: Asker
  /** Its body has been read. */
  readonly request: Request
  /** Aborts when the caller has left. */
  readonly signal: AbortSignal
  /**
   * Runs work on pictures in its turn; within a request that was admitted with its body, and without pictures, it just
   * runs.
   */
  readonly withPictures: <T>(hasPictures: boolean, work: () => Promise<T>) => Promise<T>
}
