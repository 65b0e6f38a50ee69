import type { Hole } from '../hole.ts'

const signatures = { project: 'db', file: 'platform/storage/tests/s3/signatures.db.test.ts' } as const
const parts = { project: 'db', file: 'platform/storage/tests/s3/multipart.db.test.ts' } as const
const objects = { project: 'db', file: 'platform/storage/tests/s3/objects.db.test.ts' } as const
const verify = 'platform/storage/src/s3/signature/verify.ts'

export const s3Holes: readonly Hole[] = [
  {
    threat: 'S-16',
    opens: 'any signature is taken',
    file: verify,
    find: 'areEqual(candidate.ofRequest(canonical), signature)',
    replace: 'candidate.ofRequest(canonical).length === signature.length',
    test: { ...signatures, title: 'another secret' },
  },
  {
    threat: 'S-16',
    opens: 'a signature of old is taken again',
    file: verify,
    find: 'if (validSeconds === null && Math.abs(age) > longestSkewMs)',
    replace: 'if (validSeconds === null && Math.abs(age) > Infinity)',
    test: { ...signatures, title: 'made an hour ago' },
  },
  {
    threat: 'S-16',
    opens: 'a signed address never ends',
    file: verify,
    find: 'age > validSeconds * 1_000',
    replace: 'age > Infinity',
    test: { ...signatures, title: 'is for one thing, one way of asking, and for a time' },
  },
  {
    threat: 'S-16',
    opens: 'what nobody signed changes what is asked',
    file: verify,
    find: "name.startsWith('x-amz-') && !signedHeaders",
    replace: "name.startsWith('x-amz-!') && !signedHeaders",
    test: { ...signatures, title: 'not over all that matters' },
  },
  {
    threat: 'S-16',
    opens: 'a token of anybody is the service',
    file: verify,
    find: 'token === null ? service : await',
    replace: 'token !== null ? service : await',
    test: { ...objects, title: 'opens what their policies open, and nothing else' },
  },
  {
    threat: 'S-16',
    opens: 'bytes that nobody signed are kept',
    file: 'platform/storage/src/s3/body/claims.ts',
    find: 'if ((await digest.value()) !== claimed()) throw refuse()',
    replace: 'if ((await digest.value()) === "") throw refuse()',
    test: { ...signatures, title: 'covers the bytes: nothing of others is kept' },
  },
  {
    threat: 'S-16',
    opens: 'chunks that nobody signed are kept',
    file: 'platform/storage/src/s3/body/chunk-decoder.ts',
    find: 'if (this.#claimed !== expected) throw',
    replace: 'if (this.#claimed === expected && this.#left < 0) throw',
    test: { ...signatures, title: 'covers each chunk of a stream' },
  },
  {
    threat: 'S-16',
    opens: 'another adds to somebody’s upload in parts',
    file: 'platform/storage/src/s3/multipart/begin.ts',
    find: 'upload === null || !isOwn || upload',
    replace: 'upload === null || upload',
    test: { ...parts, title: 'a person’s uploads are theirs, few at a time, and within their room' },
  },
  {
    threat: 'S-16',
    opens: 'parts exceed what one person may store',
    file: 'platform/storage/src/s3/multipart/parts.ts',
    find: 'await room.cover(before + body.length)',
    replace: 'await room.cover(0)',
    test: { ...parts, title: 'a person’s uploads are theirs, few at a time, and within their room' },
  },
]
