/** Takes exactly so many bytes from a stream that comes in pieces of any size. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>
  readonly #tooShort: () => Error
  #kept = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>, tooShort: () => Error) {
    this.#pieces = source[Symbol.asyncIterator]()
    this.#tooShort = tooShort
  }

  async take(length: number): Promise<Buffer> {
    const pieces = [this.#kept]
    let size = this.#kept.length
    while (size < length) {
      const { done, value } = await this.#pieces.next()
      if (done === true) throw this.#tooShort()
      pieces.push(Buffer.from(value))
      size += value.length
    }
    const all = pieces.length === 1 ? this.#kept : Buffer.concat(pieces)
    this.#kept = all.subarray(length)
    return all.subarray(0, length)
  }

  /** Nothing may follow. */
  async end(): Promise<void> {
    if (this.#kept.length > 0) throw this.#tooShort()
    for (;;) {
      const { done, value } = await this.#pieces.next()
      if (done === true) return
      if (value.length > 0) throw this.#tooShort()
    }
  }
}
