/** Marks by which an edge finds every answer made of an object: all its variants, under all their addresses. */
import { createHash } from 'node:crypto'

import type { FastifyReply } from 'fastify'

import type { ObjectRecord } from '../../catalog/objects.ts'

/** Both names that edges know: Cloudflare's and Bunny's, and Fastly's, which Varnish reads too. */
export function markForEdge(reply: FastifyReply, { id, bucketId }: Pick<ObjectRecord, 'id' | 'bucketId'>): void {
  const tags = [id, bucketTag(bucketId)]
  reply.header('cache-tag', tags.join(',')).header('surrogate-key', tags.join(' '))
}

/** As `storage.purge_bucket_at_edge` writes it: a bucket's own name may hold blanks. */
function bucketTag(bucketId: string): string {
  return `bucket-${createHash('md5').update(bucketId).digest('hex')}`
}
