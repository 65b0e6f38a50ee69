import { EventEmitter } from 'node:events'

import pg from 'pg'
import { describe, expect, it } from 'vitest'

import { RawRowConnection } from './raw-rows.ts'

function message(code: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(code)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

function row(...columns: (string | null)[]): Buffer {
  const parts = [Buffer.from([0, columns.length])]
  for (const column of columns) {
    const length = Buffer.alloc(4)
    length.writeInt32BE(column === null ? -1 : Buffer.byteLength(column))
    parts.push(length, Buffer.from(column ?? ''))
  }
  return message('D', Buffer.concat(parts))
}

const bindComplete = message('2', Buffer.alloc(0))
const complete = message('C', Buffer.from('SELECT 2\0'))
const ready = message('Z', Buffer.from('I'))
const stream = Buffer.concat([
  bindComplete,
  row('é', null),
  row(''),
  row('x'.repeat(300)),
  complete,
  ready,
  bindComplete,
  complete,
  ready,
])

const expected = [
  'bindComplete',
  ['é', null],
  [''],
  ['x'.repeat(300)],
  'SELECT 2',
  'readyForQuery',
  'bindComplete',
  'SELECT 2',
  'readyForQuery',
]

function readInPieces(sizes: readonly number[]): unknown[] {
  const connection = new RawRowConnection({ stream: new EventEmitter() as never })
  const seen: unknown[] = []
  connection.on('bindComplete', () => seen.push('bindComplete'))
  connection.on('readyForQuery', () => seen.push('readyForQuery'))
  connection.on('commandComplete', ({ text }: { text: string }) => seen.push(text))
  connection.on('dataRow', ({ fields }: { fields: (Buffer | null)[] }) =>
    seen.push(fields.map((field) => field?.toString() ?? null)),
  )
  const socket = new EventEmitter()
  connection.attachListeners(socket)
  let offset = 0
  for (let piece = 0; offset < stream.length; piece += 1) {
    const size = sizes[piece % sizes.length]!
    socket.emit('data', stream.subarray(offset, offset + size))
    offset += size
  }
  return seen
}

it('reads the same messages in the same order, however the stream is cut', () => {
  for (let size = 1; size <= stream.length; size += 1) expect(readInPieces([size])).toEqual(expected)
  expect(readInPieces([7, 1, 64, 3])).toEqual(expected)
})

describe('what this builds on and `pg` promises to nobody', () => {
  interface Internal extends EventEmitter {
    attachListeners(stream: EventEmitter): void
    connect(port: number, host: string): void
  }

  const connectionOn = (stream: EventEmitter) => new pg.Connection({ stream: stream as never }) as unknown as Internal

  it('attachListeners reads a stream by its data alone, and turns bytes into events named like their messages', () => {
    const socket = new EventEmitter()
    const connection = connectionOn(new EventEmitter())
    const rows: { fields: unknown[] }[] = []
    connection.on('dataRow', (message: { fields: unknown[] }) => rows.push(message))
    expect(connection.attachListeners(socket)).toBeUndefined()
    expect(new Set(socket.eventNames())).toEqual(new Set(['data', 'end']))
    expect(socket.listenerCount('data')).toBe(1)
    socket.emit('data', row('é', null))
    expect(rows).toMatchObject([{ name: 'dataRow', fields: ['é', null] }])
  })

  it('every connection passes its stream through attachListeners, which may be another', () => {
    const stream = Object.assign(new EventEmitter(), { setNoDelay: () => {}, connect: () => {} })
    const passed: unknown[] = []
    const connection = connectionOn(stream)
    connection.attachListeners = (given) => passed.push(given)
    connection.connect(5432, 'localhost')
    expect(passed).toEqual([stream])
    expect(stream.listenerCount('data')).toBe(0)
  })
})
