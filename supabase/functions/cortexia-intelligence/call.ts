/** One call of an action: who asks, for what, and what must end with it. */
import type { Asker } from './asker.ts'

export interface Call {
  readonly asker: Asker
  /** Its body has been read. */
  readonly request: Request
  /** Aborts when the caller has left. */
  readonly signal: AbortSignal
  /** Admits work on pictures, or refuses it; what has none, or came in a request that was admitted, just runs. */
  readonly withPictures: <T>(hasPictures: boolean, work: () => Promise<T>) => Promise<T>
}
