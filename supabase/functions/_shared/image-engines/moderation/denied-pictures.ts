/**
 * Pictures that an operator has seen and wants never again, known by what they look like: the file behind
 * `MODERATION_DENY_LIST` holds one hash of 16 hexadecimal digits per line (`npm run images:hash`), never the pictures.
 */
import { readFile } from 'node:fs/promises'

import { likenessOf } from '../pictures/picture-likeness.ts'

/** Another size, another format, a little colour: still the same picture. */
const likeness = 6

export async function hashPicture(file: Uint8Array): Promise<bigint> {
  return (await likenessOf(file)).hash
}

export function writeHash(hash: bigint): string {
  return hash.toString(16).padStart(16, '0')
}

/** Rejects where the list cannot be read: an operator who names one relies on it. */
export async function isDenied(file: Uint8Array, listPath: string): Promise<boolean> {
  const denied = await readList(listPath)
  if (denied.length === 0) return false
  const hash = await hashPicture(file)
  return denied.some((known) => distance(known, hash) <= likeness)
}

async function readList(path: string): Promise<readonly bigint[]> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  return lines.flatMap((line) => (/^[\da-f]{16}\b/i.test(line.trim()) ? [BigInt(`0x${line.trim().slice(0, 16)}`)] : []))
}

function distance(a: bigint, b: bigint): number {
  let bits = a ^ b
  let count = 0
  for (; bits > 0n; bits >>= 1n) count += Number(bits & 1n)
  return count
}
