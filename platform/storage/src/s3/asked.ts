/** One signed request, and what its operation needs. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Operation } from '../access/operations.ts'
import { callerAs, type Caller } from '../access/session.ts'
import { readBucketRules, type BucketRules } from '../catalog/buckets.ts'
import type { ObjectAddress } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import { checkKey } from '../names/names.ts'
import type { StorageService } from '../service.ts'
import { s3Errors } from './errors.ts'
import type { Verified } from './signature/verify.ts'

export interface Asked {
  readonly storage: StorageService
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly query: URLSearchParams
  readonly verified: Verified
  readonly bucket: string
  /** Empty where the bucket itself is asked for. */
  readonly key: string
}

export type Operate = (asked: Asked) => Promise<unknown>

export const callerFor = ({ verified, request }: Asked, operation: Operation): Caller =>
  callerAs(verified.identity, request, operation)

/** @throws {StorageError} InvalidKey */
export const addressOf = ({ bucket, key }: Asked): ObjectAddress => ({ bucketId: bucket, name: checkKey(key) })

/** @throws {StorageError} NoSuchBucket */
export async function bucketOf({ storage, bucket }: Asked, { service }: Caller): Promise<BucketRules> {
  const rules = await readBucketRules(storage.database, service, bucket)
  if (rules === null) throw storageErrors.noSuchBucket()
  return rules
}

/** A number of the query. @throws {StorageError} InvalidArgument */
export function numberIn(query: URLSearchParams, name: string, limits: { least: number; most: number; unset: number }) {
  const text = query.get(name)
  if (text === null || text === '') return limits.unset
  const number = Number(text)
  if (!Number.isInteger(number) || number < limits.least || number > 2 ** 31)
    throw s3Errors.argument(`${name} must be a whole number from ${limits.least}`)
  return Math.min(number, limits.most)
}

/** `encoding-type=url`: names as addresses write them. @throws {StorageError} InvalidArgument */
export function spellingOf(query: URLSearchParams): (name: string) => string {
  const type = query.get('encoding-type')
  if (type === null || type === '') return (name) => name
  if (type !== 'url') throw s3Errors.argument('encoding-type must be url')
  return (name) => encodeURIComponent(name).replaceAll('%2F', '/')
}
