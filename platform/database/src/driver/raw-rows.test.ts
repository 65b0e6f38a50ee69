import { EventEmitter } from 'node:events'

import { expect, it } from 'vitest'

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
