/** Answers only when it is told that nobody waits any more. */
import { bell } from '../_shared/bell.ts'
export default {
  fetch(request: Request): Promise<Response> {
    const { promise, resolve } = Promise.withResolvers<Response>()
    request.signal.addEventListener('abort', () => {
      bell.emit('slow-aborted', (request.signal.reason as Error).message)
      resolve(new Response('too late'))
    })
    bell.emit('slow-begun')
    return promise
  },
}
