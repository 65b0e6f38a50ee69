/** Sixty digits that two people compare: they are the same exactly when nobody stands between them (E2EE §6). */
import { concat, fromBase64, toBase64Url, utf8, uuidBytes, type Bytes } from '../bytes.ts'
import type { SafetyNumber } from '../vault.ts'

const rounds = 5200
const groups = 6
const groupBytes = 5

interface Party {
  userId: string
  identity: string
}

export async function safetyNumberOf(one: Party, other: Party): Promise<SafetyNumber> {
  const prints = await Promise.all([fingerprint(one), fingerprint(other)])
  const halves = prints.map((print) => ({ print, digits: digitsOf(print) }))
  halves.sort((first, second) => (first.digits < second.digits ? -1 : 1))
  return {
    digits: halves.map(({ digits }) => digits).join(' '),
    qr: `cx1:${toBase64Url(concat(...halves.map(({ print }) => print)))}`,
  }
}

/** Iterated, so that looking for a second key with the same thirty digits costs as many times more. */
async function fingerprint({ userId, identity }: Party): Promise<Bytes> {
  const key = fromBase64(identity)
  let print = concat(utf8('cx1/fp'), uuidBytes(userId), key)
  for (let round = 0; round < rounds; round += 1) {
    print = new Uint8Array(await crypto.subtle.digest('SHA-512', concat(print, key)))
  }
  return print
}

function digitsOf(print: Bytes): string {
  const view = new DataView(print.buffer)
  const group = (index: number) => {
    const at = index * groupBytes
    const value = BigInt(view.getUint8(at)) * 2n ** 32n + BigInt(view.getUint32(at + 1))
    return String(value % 100_000n).padStart(5, '0')
  }
  return Array.from({ length: groups }, (_, index) => group(index)).join(' ')
}
