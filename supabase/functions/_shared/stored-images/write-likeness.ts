/** How a picture looks, as rpc calls carry it: a 64-bit number and bytes, both as text. */

export interface WrittenLikeness {
  readonly hash: string
  readonly colours: string
}

export async function writeLikeness(file: Uint8Array): Promise<WrittenLikeness> {
  // NOTE: loaded when it is needed: orders without references want no decoder.
  const { likenessOf } = await import('../image-engines/pictures/picture-likeness.ts')
  const { hash, colours } = await likenessOf(file)
  return {
    // The database's number of 64 bits has a sign.
    hash: BigInt.asIntN(64, hash).toString(),
    colours: `\\x${Buffer.from(colours).toString('hex')}`,
  }
}
