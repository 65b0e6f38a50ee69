/** Buckets by the S3 protocol. */
import { listBuckets, readBucket } from '../catalog/buckets.ts'
import { storageErrors } from '../errors.ts'
import { createBucket, deleteBucket } from '../routes/buckets.ts'
import { callerFor, bucketOf, type Operate } from './asked.ts'
import { readDocument } from './body/open-body.ts'
import { sendXml } from './xml.ts'

export const listOwnBuckets: Operate = async (asked) => {
  const { storage, reply } = asked
  const { session, owner } = callerFor(asked, 'storage.s3.bucket.list')
  const json = await listBuckets(storage.database, session, {})
  const buckets = JSON.parse(json.toString()) as { name: string; created_at: string }[]
  return sendXml(reply, 'ListAllMyBucketsResult', {
    Owner: { ID: owner.text ?? 'service_role' },
    Buckets: { Bucket: buckets.map(({ name, created_at }) => ({ Name: name, CreationDate: created_at })) },
  })
}

/** The region that the document may name is no matter here. */
export const putBucket: Operate = async (asked) => {
  const { storage, request, reply, verified, bucket } = asked
  const caller = callerFor(asked, 'storage.s3.bucket.create')
  await readDocument(request, verified, { mayBeEmpty: true })
  const isPublic = request.headers['x-amz-acl'] === 'public-read'
  await createBucket(storage, caller, { name: bucket, public: isPublic })
  return reply.header('location', `/${bucket}`).send()
}

export const removeBucket: Operate = async (asked) => {
  const { session } = callerFor(asked, 'storage.s3.bucket.delete')
  await deleteBucket(asked.storage, session, asked.bucket)
  return asked.reply.code(204).send()
}

export const headBucket: Operate = async (asked) => {
  const { session } = callerFor(asked, 'storage.s3.bucket.head')
  const found = await readBucket(asked.storage.database, session, asked.bucket)
  if (found === null) throw storageErrors.noSuchBucket()
  return asked.reply.header('x-amz-bucket-region', 'us-east-1').send()
}

export const tellLocation: Operate = async (asked) => {
  await bucketOf(asked, callerFor(asked, 'storage.s3.bucket.get_location'))
  return sendXml(asked.reply, 'LocationConstraint', {})
}

/** Objects have no older versions here: as of a bucket in which they are kept no more, which is what the original says. */
export const tellVersioning: Operate = async (asked) => {
  await bucketOf(asked, callerFor(asked, 'storage.s3.bucket.get_versioning'))
  return sendXml(asked.reply, 'VersioningConfiguration', { Status: 'Suspended', MfaDelete: 'Disabled' })
}
