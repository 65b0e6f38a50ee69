/**
 * `echo '{"url":…}' | node load-process.ts`: a load generator in a process of its own, away from every server's event loop.
 * It reads just enough of an answer to know its status and its end: on two cores that everybody shares, a generator
 * that understands HTTP takes a third of the time that it is there to measure.
 */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import type { Load, LoadResult } from './load.ts'

const load = JSON.parse(await text(process.stdin)) as Load
const {
  url,
  method = 'GET',
  headers = {},
  body = '',
  variants = [{}],
  pause = 0,
  requests = Infinity,
  status: wanted = '2',
  atLeast = 0,
} = load
const { hostname, port, pathname, search, host } = new URL(url)
const texts = variants.map((variant) => {
  const content = variant.body ?? body
  const head = [
    `${method} ${variant.path ?? pathname + search} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries({ ...headers, ...variant.headers }).map(([name, value]) => `${name}: ${value}`),
    ...(content === '' ? [] : [`content-length: ${Buffer.byteLength(content)}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`)
})
let sent = 0

const times: number[] = []
const failures = new Map<string, number>()
let bytes = 0
let isOver = false

const fail = (reason: string) => void failures.set(reason, (failures.get(reason) ?? 0) + 1)

/** One client: sends, waits for the whole answer, sends again. */
function runClient(): Promise<void> {
  return new Promise((resolve) => {
    let sentAt = 0
    let received = 0
    /** Bytes of the answer, head included; null for a chunked one, whose end tells itself. */
    let expected: number | null = 0
    let status = ''
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(64 * 1024), callback: (size, buffer) => read(buffer.subarray(0, size)) },
    })
    const send = () => {
      received = 0
      sentAt = performance.now()
      socket.write(texts[sent++ % texts.length] ?? '')
    }
    const readHead = (chunk: Buffer) => {
      const end = chunk.indexOf('\r\n\r\n') + 4
      const text = chunk.toString('latin1', 0, end)
      status = text.slice(9, 12)
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      expected = length === undefined ? null : end + Number(length)
      if (status === '304' || status === '204') expected = end
    }
    const read = (chunk: Uint8Array) => {
      const part = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      if (received === 0) readHead(part)
      received += part.length
      if (expected === null ? !part.subarray(-5).equals(lastChunk) : received < expected) return true
      if (!status.startsWith(wanted)) fail(`status ${status}`)
      else if (received < atLeast) fail(`fewer than ${atLeast} bytes`)
      else times.push(performance.now() - sentAt)
      bytes += received
      if (times.length >= requests) isOver = true
      if (isOver) {
        socket.destroy()
        resolve()
        return false
      }
      if (pause === 0) send()
      else setTimeout(send, pause)
      return true
    }
    socket.once('connect', send)
    socket.once('error', (error) => {
      fail(error.message)
      resolve()
    })
    socket.once('close', () => resolve())
  })
}

const lastChunk = Buffer.from('0\r\n\r\n')
const started = performance.now()
const timer = setTimeout(() => (isOver = true), load.seconds * 1000)
await Promise.all(Array.from({ length: load.connections }, runClient))
clearTimeout(timer)
// What was under way at the end counts, and so does its time: some answers take seconds.
const duration = (performance.now() - started) / 1000
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
const result: LoadResult = {
  perSecond: times.length / duration,
  answered: times.length,
  p50: at(0.5),
  p99: at(0.99),
  bytes: bytes / times.length,
  failures: [...failures].map(([reason, count]) => `${count} × ${reason}`),
}
process.stdout.write(JSON.stringify(result))
