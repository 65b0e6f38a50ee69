/** What the S3 protocol refuses by itself, and how the service's refusals are called there. */
import { TokenError } from '@platform/http'

import { StorageError } from '../errors.ts'
import { toStorageError } from '../render-error.ts'

const error = (code: string, status: number, message: string) => new StorageError({ code, status, message })

export const s3Errors = {
  unknownKey: () =>
    error('InvalidAccessKeyId', 403, 'The AWS Access Key Id you provided does not exist in our records.'),
  wrongSignature: () =>
    error(
      'SignatureDoesNotMatch',
      403,
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    ),
  unsigned: () => error('AccessDenied', 403, 'Requests must be signed'),
  malformedSignature: (what: string) =>
    error('AuthorizationHeaderMalformed', 400, `The signature is malformed: ${what}`),
  unsignedHeaders: (names: readonly string[]) =>
    error('AccessDenied', 403, `There were headers present in the request which were not signed: ${names.join(', ')}`),
  skewed: () =>
    error('RequestTimeTooSkewed', 403, 'The difference between the request time and the server’s time is too large.'),
  expired: () => error('AccessDenied', 403, 'Request has expired'),
  expiredToken: () => error('ExpiredToken', 400, 'The provided token has expired.'),
  invalidToken: () => error('InvalidToken', 400, 'The provided token is malformed or otherwise not valid.'),
  notImplemented: (what: string) => error('NotImplemented', 501, `${what} is not implemented.`),
  noMethod: () => error('MethodNotAllowed', 405, 'The specified method is not allowed against this resource.'),
  argument: (message: string) => error('InvalidArgument', 400, message),
  badDigest: (name: string) => error('BadDigest', 400, `The ${name} you specified did not match what we received.`),
  wrongHash: () =>
    error(
      'XAmzContentSHA256Mismatch',
      400,
      'The provided x-amz-content-sha256 header does not match what was computed.',
    ),
  incomplete: () =>
    error(
      'IncompleteBody',
      400,
      'The request body does not have the form or the number of bytes that its headers say.',
    ),
  noLength: () => error('MissingContentLength', 411, 'You must provide the Content-Length HTTP header.'),
  metadataTooLarge: () => error('MetadataTooLarge', 400, 'Your metadata headers exceed the maximum allowed size.'),
  malformedXml: () => error('MalformedXML', 400, 'The XML you provided was not well-formed or not what is expected.'),
  failedCondition: () =>
    error('PreconditionFailed', 412, 'At least one of the preconditions you specified did not hold.'),
  noUpload: () => error('NoSuchUpload', 404, 'The specified upload does not exist.'),
  invalidPart: () =>
    error('InvalidPart', 400, 'One or more of the specified parts could not be found, or their tags do not match.'),
  partOrder: () => error('InvalidPartOrder', 400, 'The list of parts was not in ascending order.'),
  smallPart: () => error('EntityTooSmall', 400, 'Only the last part may be smaller than 5 MiB.'),
} satisfies Record<string, (...facts: never[]) => StorageError>

/** Names and statuses that differ from the service's own. */
const renamed: Readonly<Record<string, readonly [code: string, status: number]>> = {
  EntityTooLarge: ['EntityTooLarge', 400],
  InvalidMimeType: ['InvalidMimeType', 400],
  ResourceNotEmpty: ['BucketNotEmpty', 409],
  KeyAlreadyExists: ['PreconditionFailed', 412],
  ResourceLocked: ['OperationAborted', 409],
  SlowDown: ['SlowDown', 503],
  LockTimeout: ['SlowDown', 503],
  DatabaseTimeout: ['ServiceUnavailable', 503],
  DatabaseError: ['InternalError', 500],
  NotFound: ['MethodNotAllowed', 405],
}

export interface S3Refusal {
  readonly code: string
  readonly status: number
  readonly message: string
}

export function toRefusal(thrown: unknown): S3Refusal {
  if (thrown instanceof TokenError)
    return thrown.problem === 'expired' ? s3Errors.expiredToken() : s3Errors.invalidToken()
  const { code, status, message } = toStorageError(thrown)
  const [name, own] = renamed[code] ?? [code, status]
  return { code: name, status: own, message }
}
