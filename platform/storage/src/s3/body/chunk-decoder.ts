/** Takes a body of `aws-chunked` apart: sizes, signatures and trailers go, the bytes stay. */
import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

import { s3Errors } from '../errors.ts'
import { emptyHash, sha256, type Signer } from '../signature/canonical.ts'

export interface ChunkProof {
  readonly signer: Signer
  /** The request’s own signature: what the first chunk’s is made from. */
  readonly seed: string
}

const longestLine = 8_192
type State = 'size' | 'data' | 'end-of-data' | 'trailer' | 'over'

export class ChunkDecoder extends Transform {
  /** What came behind the bytes; whole when the stream has ended. */
  readonly trailers = new Map<string, string>()
  readonly #signer: Signer | null
  #previous: string
  #state: State = 'size'
  #line = ''
  #left = 0
  #isLast = false
  #claimed: string | null = null
  #hash = createHash('sha256')

  /** @param proof null where chunks are not signed */
  constructor(proof: ChunkProof | null) {
    super()
    this.#signer = proof?.signer ?? null
    this.#previous = proof?.seed ?? ''
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    try {
      for (let at = 0; at < chunk.length;) at = this.#take(chunk, at)
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: TransformCallback): void {
    done(this.#state === 'over' ? null : s3Errors.incomplete())
  }

  #take(chunk: Buffer, at: number): number {
    if (this.#state === 'over') throw s3Errors.incomplete()
    if (this.#state === 'data') return this.#takeData(chunk, at)
    const end = chunk.indexOf('\n', at)
    this.#line += chunk.toString('latin1', at, end === -1 ? chunk.length : end)
    if (this.#line.length > longestLine) throw s3Errors.incomplete()
    if (end === -1) return chunk.length
    const line = this.#line.replace(/\r$/, '')
    this.#line = ''
    this.#takeLine(line)
    return end + 1
  }

  #takeData(chunk: Buffer, at: number): number {
    const bytes = chunk.subarray(at, at + this.#left)
    this.#left -= bytes.length
    if (this.#signer !== null) this.#hash.update(bytes)
    this.push(bytes)
    if (this.#left === 0) this.#state = 'end-of-data'
    return at + bytes.length
  }

  #takeLine(line: string): void {
    switch (this.#state) {
      case 'size':
        return this.#takeSize(line)
      case 'end-of-data':
        if (line !== '') throw s3Errors.incomplete()
        this.#prove(this.#hash.digest('hex'))
        this.#hash = createHash('sha256')
        this.#state = 'size'
        return
      default:
        return this.#takeTrailer(line)
    }
  }

  #takeSize(line: string): void {
    const [, size, signature] = /^([0-9a-f]{1,8})(?:;chunk-signature=([0-9a-f]{64}))?\s*$/i.exec(line) ?? []
    if (size === undefined) throw s3Errors.incomplete()
    this.#claimed = signature ?? null
    this.#left = Number.parseInt(size, 16)
    this.#isLast = this.#left === 0
    if (this.#isLast) this.#prove(emptyHash)
    this.#state = this.#isLast ? 'trailer' : 'data'
  }

  #prove(dataHash: string): void {
    if (this.#signer === null) return
    const expected = this.#signer.ofChunk(this.#previous, dataHash)
    if (this.#claimed !== expected) throw s3Errors.wrongSignature()
    this.#previous = expected
  }

  #takeTrailer(line: string): void {
    if (line === '') {
      this.#proveTrailer()
      this.#state = 'over'
      return
    }
    const [name = '', value = ''] = line.split(/:(.*)/s)
    if (this.trailers.size >= 8) throw s3Errors.incomplete()
    this.trailers.set(name.trim().toLowerCase(), value.trim())
  }

  #proveTrailer(): void {
    const { trailers } = this
    const claimed = trailers.get('x-amz-trailer-signature')
    trailers.delete('x-amz-trailer-signature')
    if (this.#signer === null || trailers.size === 0) return
    const text = [...trailers].map(([name, value]) => `${name}:${value}\n`).join('')
    if (claimed !== this.#signer.ofTrailer(this.#previous, sha256(text))) throw s3Errors.wrongSignature()
  }
}
