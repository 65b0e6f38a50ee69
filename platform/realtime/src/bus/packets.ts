/** Several messages as one, each behind its length. */

export function packMessages(messages: readonly Buffer[]): Buffer {
  return Buffer.concat(messages.flatMap((message) => [lengthOf(message), message]))
}

export function unpackMessages(packet: Buffer): Buffer[] {
  const messages: Buffer[] = []
  let start = 0
  while (start + 4 <= packet.length) {
    const end = start + 4 + packet.readUInt32BE(start)
    messages.push(packet.subarray(start + 4, end))
    start = end
  }
  return messages
}

function lengthOf(message: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(message.length)
  return length
}
