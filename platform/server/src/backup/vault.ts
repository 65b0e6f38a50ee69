/** A place with its seal: whole things in and out, each with its size and its SHA-256 as it lies there. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

import { damaged } from './backup-error.ts'
import type { Place } from './place.ts'
import type { Seal } from './seal.ts'

/** Of a file as it lies there, sealed. */
export interface Sum {
  readonly size: number
  readonly sha256: string
}

export class Vault implements Disposable {
  readonly place: Place
  readonly #seal: Seal

  constructor(place: Place, seal: Seal) {
    this.place = place
    this.#seal = seal
  }

  async write(name: string, source: AsyncIterable<Uint8Array>): Promise<Sum> {
    const meter = new Meter()
    await this.place.write(name, meter.over(this.#seal.write(name, source)))
    return meter.sum()
  }

  writeText(name: string, text: string): Promise<Sum> {
    return this.write(name, Readable.from([Buffer.from(text)]))
  }

  /** Packed first: for what repeats itself. */
  writePacked(name: string, source: AsyncIterable<Uint8Array>): Promise<Sum> {
    return this.write(name, through(source, createZstdCompress()))
  }

  /** @throws {BackupError} as soon as a byte is not as it was written, `sum` included where it is given */
  async *read(name: string, sum?: Sum): AsyncIterable<Buffer> {
    const meter = new Meter()
    yield* this.#seal.read(name, meter.over(this.place.read(name)))
    if (sum !== undefined && !meter.is(sum)) throw damaged(name, 'it is not what the manifest says')
  }

  readPacked(name: string, sum?: Sum): AsyncIterable<Buffer> {
    return through(this.read(name, sum), createZstdDecompress())
  }

  async readText(name: string, sum?: Sum): Promise<string> {
    return (await buffer(this.read(name, sum))).toString('utf8')
  }

  /** @throws {BackupError} where it is damaged */
  async verify(name: string, sum?: Sum): Promise<void> {
    for await (const _ of this.read(name, sum));
  }

  [Symbol.dispose](): void {
    this.place[Symbol.dispose]()
  }
}

class Meter {
  readonly #hash = createHash('sha256')
  #size = 0

  async *over<Chunk extends Uint8Array>(source: AsyncIterable<Chunk>): AsyncIterable<Chunk> {
    for await (const chunk of source) {
      this.#hash.update(chunk)
      this.#size += chunk.length
      yield chunk
    }
  }

  sum(): Sum {
    return { size: this.#size, sha256: this.#hash.digest('hex') }
  }

  is({ size, sha256 }: Sum): boolean {
    const own = this.sum()
    return own.size === size && own.sha256 === sha256
  }
}

/** Whole, or with the error of whoever broke off: what was unpacked may be complete before its last proof was read. */
async function* through(source: AsyncIterable<Uint8Array>, change: NodeJS.ReadWriteStream): AsyncIterable<Buffer> {
  const done = pipeline(Readable.from(source), change)
  done.catch(() => {})
  for await (const chunk of change) yield chunk as unknown as Buffer
  await done
}
