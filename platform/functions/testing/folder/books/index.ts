/** A bookshop's function: what it answers depends on the path. */
import { bell } from '../_shared/bell.ts'
import { shelf } from '../_shared/shelf.ts'

declare const EdgeRuntime: { waitUntil(promise: Promise<unknown>): void }
declare function addEventListener(event: 'beforeunload', listener: () => void, options: { once: boolean }): void

const answers: Record<string, (request: Request, url: URL) => Response | Promise<Response>> = {
  '/books': async (request) => {
    bell.emit('books-called', `${request.method} ${request.headers.get('authorization')}`)
    return Response.json({ shelf, method: request.method, body: await request.text() })
  },
  '/books/mirror': (request, url) =>
    Response.json({
      url: `${url.pathname}${url.search}`,
      method: request.method,
      headers: Object.fromEntries(request.headers),
    }),
  '/books/text': () => new Response('Il était une fois'),
  '/books/bytes': () =>
    new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'application/octet-stream' } }),
  '/books/form': () => {
    const form = new FormData()
    form.set('title', 'Candide')
    return new Response(form)
  },
  '/books/refused': () => Response.json({ code: 'sold_out' }, { status: 409 }),
  '/books/empty': () => new Response(null, { status: 204 }),
  '/books/cookies': () => {
    const headers = new Headers({ 'access-control-allow-origin': 'https://shop.example' })
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    return new Response('', { headers })
  },
  '/books/throws': () => {
    throw new Error('the shelf fell')
  },
  '/books/nothing': () => undefined as unknown as Response,
  '/books/form-size': async (request) => {
    const file = (await request.formData()).get('file') as File
    return Response.json({ name: file.name, size: file.size })
  },
  '/books/echo': (request) => new Response(request.body, { headers: { 'content-type': 'application/octet-stream' } }),
  '/books/events': (request) =>
    new Response(pages(request.signal), { headers: { 'content-type': 'text/event-stream' } }),
  '/books/later': () => {
    EdgeRuntime.waitUntil(
      Promise.resolve()
        .then(() => bell.emit('books-begun'))
        .then(work),
    )
    return new Response('soon', { status: 202 })
  },
  '/books/unloads': () => {
    const leave = () => EdgeRuntime.waitUntil(work())
    addEventListener('beforeunload', leave, { once: true })
    return new Response()
  },
  '/books/later-failing': () => {
    EdgeRuntime.waitUntil(Promise.reject(new Error('the ink dried')))
    return new Response('soon', { status: 202 })
  },
}

function work(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  bell.once('books-may-end', () => resolve())
  return promise.then(() => void bell.emit('books-ended'))
}

/** One page at once, the next when the test says so; the end when the reader has left. */
function pages(signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      bell.once('books-turn', () => controller.enqueue(encoder.encode('data: two\n\n')))
      signal.addEventListener('abort', () => bell.emit('books-abandoned'))
      controller.enqueue(encoder.encode('data: one\n\n'))
    },
  })
}

export default {
  fetch(request: Request): Response | Promise<Response> {
    const url = new URL(request.url)
    if (request.method === 'OPTIONS')
      return new Response('mine', { headers: { 'access-control-allow-origin': 'https://shop.example' } })
    const answer = answers[url.pathname]
    return answer === undefined ? new Response('no such shelf', { status: 404 }) : answer(request, url)
  },
}
