import type { EventEmitter } from 'node:events'

import pg from 'pg'

const DATA_ROW = 0x44
const HEADER_BYTES = 5

type Listener = (chunk: Buffer) => void

interface MessageSource {
  on(event: string, listener: Listener): unknown
}

/** What `pg` keeps internal: the one method through which a stream's bytes become messages. */
interface ListeningConnection {
  attachListeners(stream: MessageSource): void
}

const base = pg.Connection.prototype as unknown as ListeningConnection

/**
 * `pg`'s connection, except that the columns of data rows arrive as slices of the bytes received instead of decoded
 * strings: a wire that passes JSON on untouched neither decodes nor encodes it. All other messages stay `pg`'s.
 */
export class RawRowConnection extends pg.Connection implements ListeningConnection {
  attachListeners(stream: MessageSource): void {
    let decode: Listener = () => {}
    base.attachListeners.call(this, {
      on: (event, listener) => {
        if (event === 'data') decode = listener
        else stream.on(event, listener)
      },
    })
    stream.on(
      'data',
      splitMessages(this, (chunk) => decode(chunk)),
    )
  }
}

/** Cuts the stream into whole messages: rows are read here, every run of other messages goes to `decode`. */
function splitMessages(connection: EventEmitter, decode: Listener): Listener {
  const waiting: Buffer[] = []
  let waitingBytes = 0
  let neededBytes = HEADER_BYTES

  return (chunk) => {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes < neededBytes) return
    const bytes = waiting.length === 1 ? chunk : Buffer.concat(waiting, waitingBytes)
    const read = readMessages(bytes, connection, decode)
    waiting.length = 0
    if (read < bytes.length) waiting.push(bytes.subarray(read))
    waitingBytes = bytes.length - read
    neededBytes = waitingBytes < HEADER_BYTES ? HEADER_BYTES : 1 + bytes.readUInt32BE(read + 1)
  }
}

/** Answers the number of bytes that made whole messages. */
function readMessages(bytes: Buffer, connection: EventEmitter, decode: Listener): number {
  let start = 0
  let offset = 0
  while (offset + HEADER_BYTES <= bytes.length) {
    const end = offset + 1 + bytes.readUInt32BE(offset + 1)
    if (end > bytes.length) break
    if (bytes[offset] === DATA_ROW) {
      if (offset > start) decode(bytes.subarray(start, offset))
      connection.emit('dataRow', { name: 'dataRow', fields: readColumns(bytes, offset + HEADER_BYTES) })
      start = end
    }
    offset = end
  }
  if (offset > start) decode(bytes.subarray(start, offset))
  return offset
}

function readColumns(bytes: Buffer, start: number): (Buffer | null)[] {
  const columns: (Buffer | null)[] = []
  const count = bytes.readUInt16BE(start)
  let offset = start + 2
  for (let column = 0; column < count; column += 1) {
    const length = bytes.readInt32BE(offset)
    offset += 4
    columns.push(length < 0 ? null : bytes.subarray(offset, offset + length))
    if (length > 0) offset += length
  }
  return columns
}
