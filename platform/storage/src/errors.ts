/** What storage/v1 answers when it cannot do what was asked (WIRE §3.1). */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: string
  /** The true status, a string in the body's `statusCode`. */
  readonly status: number
  /** The body's `error`. */
  readonly title: string

  constructor(fields: StorageErrorFields, cause?: unknown) {
    super(fields.message, { cause })
    this.code = fields.code
    this.status = fields.status
    this.title = fields.title ?? fields.code
  }
}

export interface StorageErrorFields {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly title?: string
}

export const storageErrors = {
  noSuchBucket: () =>
    new StorageError({
      code: 'NoSuchBucket',
      status: 404,
      title: 'Bucket not found',
      message: 'Bucket not found',
    }),
  noSuchKey: () =>
    new StorageError({ code: 'NoSuchKey', status: 404, title: 'not_found', message: 'Object not found' }),
  blobMissing: (cause?: unknown) =>
    new StorageError(
      { code: 'NoSuchKey', status: 404, title: 'Not found', message: 'The resource was not found' },
      cause,
    ),
  accessDenied: (message: string, cause?: unknown) =>
    new StorageError({ code: 'AccessDenied', status: 403, title: 'Unauthorized', message }, cause),
  alreadyExists: (code: 'KeyAlreadyExists' | 'BucketAlreadyExists', cause?: unknown) =>
    new StorageError({ code, status: 409, title: 'Duplicate', message: 'The resource already exists' }, cause),
  bucketNotEmpty: () =>
    new StorageError({
      code: 'ResourceNotEmpty',
      status: 409,
      message: 'The bucket you tried to delete is not empty',
    }),
  tooLarge: (message = 'The object exceeded the maximum allowed size') =>
    new StorageError({ code: 'EntityTooLarge', status: 413, title: 'Payload too large', message }),
  badRobotsTag: (rule: string) =>
    new StorageError({
      code: 'InvalidRequest',
      status: 400,
      title: 'invalid_x_robots_tag',
      message: `Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: "${printable(rule)}"`,
    }),
  unsupportedType: (type: string, detail = '') =>
    new StorageError({
      code: 'InvalidMimeType',
      status: 415,
      title: 'invalid_mime_type',
      message: `mime type ${type} is not supported${detail}`,
    }),
  invalidKey: (key: string) =>
    new StorageError({ code: 'InvalidKey', status: 400, message: `Invalid key: ${printable(key)}` }),
  invalidBucketName: () =>
    new StorageError({
      code: 'InvalidBucketName',
      status: 400,
      title: 'Invalid Input',
      message: 'Bucket name invalid',
    }),
  invalidToken: (message: string, cause?: unknown) =>
    new StorageError({ code: 'InvalidJWT', status: 400, message }, cause),
  invalidSignature: (message = 'Invalid signature') =>
    new StorageError({ code: 'InvalidSignature', status: 400, message }),
  invalidRequest: (message: string, cause?: unknown) =>
    new StorageError({ code: 'InvalidRequest', status: 400, title: 'Error', message }, cause),
  cutOff: (cause: unknown) =>
    new StorageError(
      { code: 'InvalidRequest', status: 400, title: 'Error', message: 'The upload ended before its end' },
      cause,
    ),
  invalidRange: () =>
    new StorageError({
      code: 'InvalidRange',
      status: 416,
      title: 'invalid_range',
      message: 'invalid range provided',
    }),
  unreadableImage: (message: string) =>
    new StorageError({ code: 'InvalidMimeType', status: 415, title: 'invalid_mime_type', message }),
  notTransformable: (type: string) =>
    new StorageError({
      code: 'InvalidRequest',
      status: 400,
      title: 'Error',
      message: `An object of type ${type} cannot be transformed as an image`,
    }),
  featureDisabled: (feature: string) =>
    new StorageError({ code: 'FeatureNotEnabled', status: 403, message: `The feature ${feature} is not enabled` }),
  badDestination: (destination: string) =>
    new StorageError({
      code: 'AccessDenied',
      status: 403,
      title: 'Unauthorized',
      message: `Stored objects cannot be loaded as ${destination}`,
    }),
  slowDown: () =>
    new StorageError({
      code: 'SlowDown',
      status: 429,
      title: 'too_many_connections',
      message: 'Too many images are being made at the moment, try again shortly',
    }),
  noSuchUpload: () =>
    new StorageError({ code: 'NoSuchUpload', status: 404, title: 'NoSuchUpload', message: 'Upload not found' }),
  locked: () =>
    new StorageError({ code: 'ResourceLocked', status: 423, message: 'The resource is locked by another request' }),
  tooManyUploads: () =>
    new StorageError({
      code: 'SlowDown',
      status: 429,
      title: 'too_many_connections',
      message: 'Too many uploads are open, finish or end some of them first',
    }),
  full: (cause?: unknown) =>
    new StorageError(
      { code: 'InsufficientStorage', status: 507, message: 'The storage is full: nothing was saved' },
      cause,
    ),
  readOnly: () =>
    new StorageError({
      code: 'InsufficientStorage',
      status: 507,
      message: 'The storage is nearly full and read-only until space is freed',
    }),
  unavailable: (cause: unknown) =>
    new StorageError({ code: 'ServiceUnavailable', status: 503, message: 'The database does not answer' }, cause),
  storeAway: (cause: unknown) =>
    new StorageError(
      { code: 'ServiceUnavailable', status: 503, message: 'The storage does not answer, try again shortly' },
      cause,
    ),
  lockTimeout: (cause: unknown) =>
    new StorageError({ code: 'LockTimeout', status: 503, message: 'acquiring lock timeout' }, cause),
  databaseTimeout: (cause: unknown) =>
    new StorageError(
      { code: 'DatabaseTimeout', status: 544, message: 'The connection to the database timed out' },
      cause,
    ),
  database: (cause: unknown) =>
    new StorageError({ code: 'DatabaseError', status: 500, message: 'Internal server error' }, cause),
  internal: (cause: unknown) =>
    new StorageError({ code: 'InternalError', status: 500, message: 'Internal server error' }, cause),
} satisfies Record<string, (...facts: never[]) => StorageError>

/** A key is echoed to whoever sent it, but never with bytes that a log or a terminal obeys. */
function printable(text: string): string {
  return encodeURIComponent(text.slice(0, 200).toWellFormed())
}
