/** An event by the name of each generation that the worker of this process has left, in whatever way. */
import { setMaxListeners } from 'node:events'

export const generationsLeft = new EventTarget()
// Any number of answers may wait for one generation.
setMaxListeners(0, generationsLeft)
