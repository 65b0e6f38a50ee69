import type { RequestListener } from 'node:http'

const alive = new Set(['/healthz', '/livez'])

/** Answers while databases open and migrations run: alive, and come back in a moment. */
export const answerWhileStarting: RequestListener = (request, response) => {
  const isAlive = alive.has(request.url ?? '')
  const body = isAlive ? { status: 'ok' } : { code: 'starting', message: 'The server is starting, try again shortly' }
  response.writeHead(isAlive ? 200 : 503, {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
    'x-content-type-options': 'nosniff',
  })
  response.end(JSON.stringify(body))
}
