/** Counts, hashes and judges bytes as they pass; nothing waits in memory. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

import { storageErrors } from '../errors.ts'
import { sniffBytes, sniffImage, type ImageType } from '../images/sniff.ts'
import { letGo } from './passed-bytes.ts'

export interface MeterRules {
  readonly maximumBytes: number
  /** What the first bytes must show. */
  readonly expected: ImageType | null
  /** Called with the bytes so far; throws where there is no room for them. */
  readonly cover: (bytes: number) => Promise<void> | void
}

export interface Meter {
  readonly bytes: AsyncIterable<Uint8Array>
  /** When all bytes have passed. */
  total(): { readonly size: number; readonly md5: string }
}

/** @throws {StorageError} EntityTooLarge, InvalidMimeType; from within `bytes` */
export function meter(source: Readable, { maximumBytes, expected, cover }: MeterRules): Meter {
  const hash = createHash('md5')
  let size = 0
  let head = Buffer.alloc(0)

  const checkHead = () => {
    if (expected === null || sniffImage(head) === expected) return
    throw storageErrors.unsupportedType(expected, ': the file is not what its type says')
  }

  const look = (chunk: Buffer) => {
    if (head.length >= sniffBytes) return
    head = Buffer.concat([head, chunk.subarray(0, sniffBytes)])
    if (head.length >= sniffBytes) checkHead()
  }

  async function* pass(): AsyncIterable<Uint8Array> {
    try {
      for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > maximumBytes) throw storageErrors.tooLarge()
        await cover(size)
        hash.update(chunk)
        look(chunk)
        yield chunk
        letGo(chunk.length)
      }
    } finally {
      // The stream outlives a refusal, whenever that comes: its rest is read away, so that the client hears the answer
      // and may use the line again. Until the next turn it believes that it is still iterated.
      setImmediate(() => source.resume())
    }
    if (head.length < sniffBytes) checkHead()
  }

  return { bytes: pass(), total: () => ({ size, md5: hash.digest('hex') }) }
}
