/**
 * Bytes that have passed lie outside V8's heap, in buffers that it counts late: it lets some 60 MB of them pile up.
 * Telling it now and then costs about a millisecond each time.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const everyBytes = 8 * 1_048_576

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void
let passed = 0

/** To be called for every chunk, of whichever upload. */
export function letGo(bytes: number): void {
  passed += bytes
  if (passed < everyBytes) return
  passed = 0
  collect({ type: 'minor' })
}
