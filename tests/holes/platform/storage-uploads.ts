/** Room that is promised, and uploads in pieces. */
import type { Hole } from '../hole.ts'

const quota = { project: 'db', file: 'platform/storage/tests/quota.db.test.ts' } as const
const pieces = { project: 'db', file: 'platform/storage/tests/tus/rights.db.test.ts' } as const

const s3 = { project: 'unit', file: 'platform/storage/src/blobs/s3.test.ts' } as const
const far = { project: 'db', file: 'platform/storage/tests/tus/far-store.db.test.ts' } as const

export const uploadHoles: readonly Hole[] = [
  {
    threat: 'S-09',
    opens: 'uploads at one moment each find the same room',
    file: 'platform/storage/src/uploads/quota.ts',
    find: 'if (granted < bytes) throw',
    replace: 'if (false) throw',
    test: { ...quota, title: 'never exceed together (bare)' },
  },
  {
    threat: 'S-09',
    opens: 'a body whose length nobody knows is not counted',
    file: 'platform/storage/src/uploads/meter.ts',
    find: 'await cover(size)',
    replace: '',
    test: { ...quota, title: 'never exceed together (without its length)' },
  },
  {
    threat: 'S-09',
    opens: 'what was promised to an upload that was cut off stays promised',
    file: 'platform/storage/src/uploads/receive-object.ts',
    find: 'await room.release()',
    replace: '',
    test: { ...quota, title: 'an upload that is cut off gives back' },
  },
  {
    threat: 'S-09',
    opens: 'an upload in pieces has no room of its own',
    file: 'platform/storage/src/tus/exchange.ts',
    find: 'await room.cover(size ?? 0)',
    replace: '',
    test: { ...quota, title: 'an upload in pieces has its room' },
  },
  {
    threat: 'S-15',
    opens: 'whoever knows an upload goes on with it',
    file: 'platform/storage/src/tus/exchange.ts',
    find: 'if (!isTheirs) throw',
    replace: 'if (false) throw',
    test: { ...pieces, title: 'S-15 an upload is its owner’s' },
  },
  {
    threat: 'S-15',
    opens: 'an address that names another object goes on with this one',
    file: 'platform/storage/src/tus/exchange.ts',
    find: 'asked?.bucketId === to.bucketId && asked.name === to.name && isSigned',
    replace: 'asked !== undefined && isSigned',
    test: { ...pieces, title: 'S-15 neither a jump' },
  },
  {
    threat: 'S-15',
    opens: 'nobody counts the uploads that one person has open',
    file: 'platform/storage/src/tus/upload-rows.ts',
    find: 'where $12 > (select count(*)',
    replace: 'where $12 + 1000000 > (select count(*)',
    test: { ...pieces, title: 'S-15 neither a jump' },
  },
  {
    threat: 'S-15',
    opens: 'the policies are asked at the beginning only',
    file: 'platform/storage/src/tus/exchange.ts',
    find: 'if (!upload.isFinished) await this.judge(upload.size)',
    replace: '',
    test: { ...pieces, title: 'S-15 whoever may upload no longer' },
  },
  {
    threat: 'S-15',
    opens: 'a writer that lost its lease writes on',
    file: 'platform/storage/src/tus/upload-rows.ts',
    find: 'where u.id = $1 and u.lease_holder = $2 and u.received = $3 and u.finished_at is null returning u.id)',
    replace: 'where u.id = $1 returning u.id)',
    test: { ...pieces, title: 'of twenty writers at one offset' },
  },
  {
    threat: 'D-18',
    opens: 'every attempt is waited for',
    file: 'platform/storage/src/blobs/s3-client.ts',
    find: '  limitCommands(client, total)',
    replace: '  void total',
    test: { ...s3, title: 'D-18 a server that falls silent is waited for once' },
  },
  {
    threat: 'D-18',
    opens: 'a part that is not taken is noticed when all bytes have come',
    file: 'platform/storage/src/blobs/s3-parts.ts',
    find: 'ending.abort()',
    replace: '',
    test: { ...s3, title: 'D-18 a part that is not taken' },
  },
  {
    threat: 'D-18',
    opens: 'the rest of a refused body holds up the line',
    file: 'platform/storage/src/uploads/meter.ts',
    find: 'setImmediate(() => source.resume())',
    replace: '',
    test: { ...far, title: 'D-18 a bare upload to a store' },
  },
  {
    threat: 'D-18',
    opens: 'a store that is away is asked once more to clear up',
    file: 'platform/storage/src/uploads/remove-after.ts',
    find: ' || error instanceof BlobStoreAwayError',
    replace: '',
    test: { ...far, title: 'D-18 a store that went away is not asked' },
  },
  {
    threat: 'parts',
    opens: 'a part that was not copied counts as one',
    file: 'platform/storage/src/blobs/s3-parts.ts',
    find: "if (ETag === undefined) throw new Error('The server did not copy a part')",
    replace: 'if (ETag === undefined) continue',
    test: { ...s3, title: 'a server that overlooks' },
  },
  {
    threat: 'parts',
    opens: 'small pieces are joined though S3 refuses them',
    file: 'platform/storage/src/blobs/s3-parts.ts',
    find: 'sizes.slice(0, -1).every((size) => size >= smallestPart)',
    replace: 'sizes.length > 0',
    test: { ...s3, title: 'only the last piece may be small' },
  },
]
