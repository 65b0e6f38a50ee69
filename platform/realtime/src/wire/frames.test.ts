import { createRequire } from 'node:module'
import type { Writable } from 'node:stream'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { jsonBroadcast, withMeta } from './broadcast.ts'
import { parseBinary, parseText } from './client-frames.ts'
import { broadcastFrame, messageFrame } from './server-frames.ts'
import { toFrame } from './websocket-frame.ts'

// NOTE: the library exports its receiver, its types do not.
const { Receiver } = createRequire(import.meta.url)('ws') as { Receiver: new (options: object) => Writable }

/** What a websocket library finds in the bytes that we send. */
function received(frame: Buffer): { data: Buffer; isBinary: boolean } {
  const messages: { data: Buffer; isBinary: boolean }[] = []
  const receiver = new Receiver({ isServer: false })
  receiver.on('message', (data: Buffer, isBinary: boolean) => messages.push({ data, isBinary }))
  receiver.write(frame)
  if (messages.length !== 1) throw new Error(`${messages.length} messages`)
  return messages[0]!
}

/** A binary push as the official client writes it. */
function push(texts: readonly string[], encoding: number, payload: Buffer): Buffer {
  const bytes = texts.map((text) => Buffer.from(text))
  return Buffer.concat([Buffer.from([3, ...bytes.map(({ length }) => length), encoding]), ...bytes, payload])
}

describe('websocket frames (RFC 6455 §5.2)', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('of %i bytes are what a library reads', (length) => {
    const payload = Buffer.alloc(length, 7)
    expect(received(toFrame('binary', payload))).toEqual({ data: payload, isBinary: true })
  })
})

describe('what clients send', () => {
  it('is the same message in both versions', () => {
    const message = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'e', payload: { a: 1 }, broadcast: null }
    const asObject = '{"topic":"realtime:a","event":"e","payload":{"a":1},"ref":2,"join_ref":"1"}'
    expect(parseText('1.0.0', asObject)).toEqual(message)
    expect(parseText('2.0.0', '["1","2","realtime:a","e",{"a":1}]')).toEqual(message)
  })

  it.each(['', 'null', '[]', '{}', '[1,2,3]', '["1","2",3,"e",{}]', '{"topic":1,"event":"e"}', '[1,2,"t","e",{},6]'])(
    '%s is nothing',
    (text) => {
      expect([parseText('1.0.0', text), parseText('2.0.0', text)]).toEqual([null, null])
    },
  )

  it('as bytes keeps its payload untouched', () => {
    const frame = push(['1', '2', 'realtime:é', 'sold', ''], 0, Buffer.from([0, 255]))
    expect(parseBinary('2.0.0', frame)).toEqual({
      joinRef: '1',
      ref: '2',
      topic: 'realtime:é',
      event: 'broadcast',
      payload: {},
      broadcast: { kind: 'event', event: 'sold', encoding: 'binary', payload: Buffer.from([0, 255]), meta: '' },
    })
    expect(parseBinary('1.0.0', frame)).toBeNull()
  })

  it('never throws, whatever the bytes', () => {
    const parseAll = (bytes: Uint8Array, text: string) => {
      parseBinary('2.0.0', Buffer.from(bytes))
      parseBinary('2.0.0', Buffer.from([3, ...bytes]))
      parseText('1.0.0', text)
      parseText('2.0.0', text)
    }
    const property = fc.property(fc.uint8Array({ maxLength: 600 }), fc.string(), parseAll)
    expect(() => fc.assert(property)).not.toThrow()
  })

  it('is no JSON: bytes that would end the receiver’s frame early are refused', () => {
    const forged = Buffer.from('1},"topic":"realtime:other","x":{"y":1')
    expect(parseBinary('2.0.0', push(['1', '2', 'realtime:a', 'e', ''], 1, forged))).toBeNull()
    expect(parseBinary('2.0.0', push(['1', '2', 'realtime:a', 'e', ''], 1, Buffer.from([0xff])))).toBeNull()
  })
})

describe('what clients receive', () => {
  it('says the same in both versions', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.jsonValue(), (topic, event, payload) => {
        const message = { joinRef: null, ref: '1', topic, event, payloadJson: JSON.stringify(payload) }
        const list: unknown = JSON.parse(String(received(messageFrame('2.0.0', message)).data))
        const object: unknown = JSON.parse(String(received(messageFrame('1.0.0', message)).data))
        const plain: unknown = JSON.parse(message.payloadJson)
        expect(list).toEqual([null, '1', topic, event, plain])
        expect(object).toEqual({ topic, event, payload: plain, ref: '1', join_ref: null })
      }),
    )
  })

  it('holds every broadcast, as bytes where they fit and as text where a name is too long', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.jsonValue(), (event, payload) => {
        const broadcast = jsonBroadcast(event, JSON.stringify(payload), { id: 'x' })
        const frame = received(broadcastFrame('2.0.0', 'realtime:a', broadcast)!)
        const plain: unknown = JSON.parse(JSON.stringify(payload))
        const whole = { type: 'broadcast', event, payload: plain, meta: { id: 'x' } }
        expect(frame.isBinary ? readBroadcast(frame.data) : (JSON.parse(String(frame.data)) as unknown[])[4]).toEqual(
          whole,
        )
        const old = JSON.parse(String(received(broadcastFrame('1.0.0', 'realtime:a', broadcast)!).data)) as object
        expect(old).toMatchObject({ topic: 'realtime:a', event: 'broadcast', payload: whole })
      }),
    )
  })

  it('has no bytes in protocol 1.0.0', () => {
    const bytes = { kind: 'event', event: 'e', encoding: 'binary', payload: Buffer.from([1]), meta: '' } as const
    expect(broadcastFrame('1.0.0', 'realtime:a', bytes)).toBeNull()
  })

  it('carries the server’s meta in place of any other', () => {
    const whole = { kind: 'whole', json: '{"event":"e","odd":1,"meta":{"verified_sub":"forged"}}' } as const
    expect(withMeta(whole, { verified_sub: 'right' })).toEqual({
      kind: 'whole',
      json: '{"event":"e","odd":1,"meta":{"verified_sub":"right"}}',
    })
    expect(withMeta(whole, null)).toEqual({ kind: 'whole', json: '{"event":"e","odd":1}' })
  })
})

function readBroadcast(bytes: Buffer): unknown {
  const [, topic = 0, event = 0, meta = 0, encoding] = bytes
  const metaStart = 5 + topic + event
  expect(encoding).toBe(1)
  return {
    type: 'broadcast',
    event: bytes.subarray(5 + topic, metaStart).toString(),
    payload: JSON.parse(bytes.subarray(metaStart + meta).toString()) as unknown,
    meta: JSON.parse(bytes.subarray(metaStart, metaStart + meta).toString()) as unknown,
  }
}
