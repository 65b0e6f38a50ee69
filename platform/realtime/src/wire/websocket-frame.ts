/** Bytes of one unfragmented, unmasked websocket message (RFC 6455 §5.2), made once and written to many sockets. */

const FINAL = 0x80
const opcodes = { text: 0x1, binary: 0x2 } as const

export function toFrame(kind: keyof typeof opcodes, payload: Buffer): Buffer {
  const { length } = payload
  const head = headOf(length)
  const frame = Buffer.allocUnsafe(head.length + length)
  head[0] = FINAL | opcodes[kind]
  frame.set(head)
  frame.set(payload, head.length)
  return frame
}

function headOf(length: number): Buffer {
  if (length < 126) return Buffer.from([0, length])
  if (length < 65_536) return Buffer.from([0, 126, length >> 8, length & 0xff])
  const head = Buffer.alloc(10)
  head[1] = 127
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}
