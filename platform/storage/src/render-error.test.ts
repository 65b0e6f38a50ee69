import { DatabaseError, DatabaseUnavailableError } from '@platform/database'
import { TokenError } from '@platform/http'
import { expect, test } from 'vitest'

import { BlobMissingError, BlobStoreAwayError, BlobStoreFullError } from './blobs/blob-store.ts'
import { storageErrors } from './errors.ts'
import { ImageError } from './images/decode.ts'
import { QueueFullError } from './images/job-queue.ts'
import { toStorageError } from './render-error.ts'

const sql = (code: string, fields: object = {}) => new DatabaseError({ code, message: 'as PostgreSQL says', ...fields })

test.each([
  [storageErrors.noSuchKey(), 404, 'NoSuchKey', 'Object not found'],
  [
    sql('42501', { message: 'new row violates row-level security policy for table "objects"' }),
    403,
    'AccessDenied',
    'new row violates row-level security policy',
  ],
  [
    sql('42501', { message: 'permission denied for table objects' }),
    403,
    'AccessDenied',
    'permission denied for table objects',
  ],
  [sql('23505', { table: 'objects' }), 409, 'KeyAlreadyExists', 'The resource already exists'],
  [sql('23505', { table: 'buckets' }), 409, 'BucketAlreadyExists', 'The resource already exists'],
  [sql('23503'), 404, 'NoSuchBucket', 'Bucket not found'],
  [sql('57014'), 544, 'DatabaseTimeout', 'The connection to the database timed out'],
  [sql('55P03'), 503, 'LockTimeout', 'acquiring lock timeout'],
  [sql('53100'), 507, 'InsufficientStorage', 'The storage is full: nothing was saved'],
  [sql('22P02'), 500, 'DatabaseError', 'Internal server error'],
  [
    new DatabaseUnavailableError('read-only', ''),
    507,
    'InsufficientStorage',
    'The storage is nearly full and read-only until space is freed',
  ],
  [new DatabaseUnavailableError('timeout', ''), 544, 'DatabaseTimeout', 'The connection to the database timed out'],
  [new DatabaseUnavailableError('pool', ''), 503, 'ServiceUnavailable', 'The database does not answer'],
  [new TokenError('expired', 'ours'), 403, 'AccessDenied', 'jwt expired'],
  [new TokenError('malformed', 'ours'), 403, 'AccessDenied', 'Invalid Compact JWS'],
  [new TokenError('claims', 'ours'), 403, 'AccessDenied', 'ours'],
  [new BlobMissingError('x'), 404, 'NoSuchKey', 'The resource was not found'],
  [new BlobStoreFullError(), 507, 'InsufficientStorage', 'The storage is full: nothing was saved'],
  [new BlobStoreAwayError(), 503, 'ServiceUnavailable', 'The storage does not answer, try again shortly'],
  [new ImageError('size', 'too many pixels'), 413, 'EntityTooLarge', 'too many pixels'],
  [new ImageError('unreadable', 'no picture'), 415, 'InvalidMimeType', 'no picture'],
  [new QueueFullError(), 429, 'SlowDown', 'Too many images are being made at the moment, try again shortly'],
  [
    Object.assign(new Error('body is not JSON'), { statusCode: 400, code: 'FST_X' }),
    400,
    'InvalidRequest',
    'body is not JSON',
  ],
  [Object.assign(new Error('secret'), { statusCode: 500 }), 500, 'InternalError', 'Internal server error'],
  [new Error('secret'), 500, 'InternalError', 'Internal server error'],
  ['thrown', 500, 'InternalError', 'Internal server error'],
])('%s becomes %i %s', (thrown, status, code, message) => {
  expect(toStorageError(thrown)).toMatchObject({ status, code, message })
})
