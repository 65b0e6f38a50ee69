/** Connections that become websockets, by sockets that say what no client would. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { afterEach, expect, it } from 'vitest'

import { createHttpServer, type HttpServer } from './http-server.ts'
import { addUpgrades } from './upgrades.ts'

const opened: HttpServer[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((http) => http.close(0)))
})

async function start() {
  const http = createHttpServer({
    crossOrigin: { prefixes: [], ownPreflights: [] },
    https: false,
    trustProxy: false,
    observe: () => {},
  })
  const taken: Duplex[] = []
  http.fastify.get('/never', () => new Promise(() => {}))
  addUpgrades(http.fastify, {
    takes: (path) => path === '/room',
    take({ socket }) {
      taken.push(socket)
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    },
  })
  addUpgrades(http.fastify, {
    takes: (path) => path === '/throws',
    take: () => {
      throw new Error('thrown at once')
    },
  })
  addUpgrades(http.fastify, {
    takes: (path) => path === '/rejects',
    take: async () => Promise.reject(new Error('thrown later')),
  })
  const { port } = await http.claim({ host: '127.0.0.1', port: 0 })
  await http.open()
  opened.push(http)
  return { http, port, taken }
}

const asking = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`

/** Its own side stays open until the server has cut it. */
function say(port: number, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  socket.write(text)
  return socket
}

async function answerOf(socket: Socket): Promise<string> {
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  await Promise.race([once(socket, 'end'), once(socket, 'close')])
  socket.destroy()
  return heard.split('\r\n', 1)[0]!
}

const GONE = ''

it.each([
  ['an unknown path', asking('/nowhere'), 'HTTP/1.1 404 Not Found'],
  ['two hosts', asking('/room', 'Host: other\r\n'), 'HTTP/1.1 400 Bad Request'],
  ['a body', `${asking('/room', 'Content-Length: 5\r\n')}hello`, 'HTTP/1.1 400 Bad Request'],
  ['pieces', `${asking('/room', 'Transfer-Encoding: chunked\r\n')}0\r\n\r\n`, 'HTTP/1.1 400 Bad Request'],
  ['another method', asking('/room').replace('GET', 'POST'), 'HTTP/1.1 400 Bad Request'],
  ['an entrance that throws', asking('/throws'), GONE],
  ['an entrance that rejects', asking('/rejects'), GONE],
  ['a request that waits for its answer', `GET /never HTTP/1.1\r\nHost: shop\r\n\r\n${asking('/room')}`, GONE],
])('refuses %s, and serves who comes next', async (_what, text, answer) => {
  const { port, taken } = await start()
  expect(await answerOf(say(port, text))).toBe(answer)
  expect(taken).toHaveLength(0)
  const next = say(port, asking('/room'))
  const [chunk] = (await once(next, 'data')) as [Buffer]
  expect(String(chunk)).toContain('101')
  next.destroy()
})

it('outlives who resets a connection that is refused', async () => {
  const { port } = await start()
  const socket = say(port, asking('/nowhere'))
  await once(socket, 'data')
  socket.resetAndDestroy()
  expect(await answerOf(say(port, asking('/nowhere')))).toBe('HTTP/1.1 404 Not Found')
})

it('cuts at a stop those that are open and those that keep their side of a refusal open', async () => {
  const { http, port } = await start()
  const [member, refused] = [say(port, asking('/room')), say(port, asking('/nowhere'))]
  await Promise.all([once(member, 'data'), once(refused, 'data')])
  const cut = [once(member.resume(), 'end'), once(refused.resume(), 'end')]
  await http.close(20)
  expect(await Promise.all(cut)).toHaveLength(2)
  member.destroy()
  refused.destroy()
})
