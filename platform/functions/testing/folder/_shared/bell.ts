/** Through which a test and a function that it runs tell each other how far they are. */
import { EventEmitter } from 'node:events'

const place = globalThis as { testBell?: EventEmitter }

/** One per process, however often the module is loaded. */
export const bell = (place.testBell ??= new EventEmitter())
