/** The closed catalogue of what functions/v1 itself answers (WIRE §5); a function's own errors pass untouched. */

interface RelayErrorFields {
  readonly status: number
  readonly code: string | number
  readonly message: string
  /** Seconds. */
  readonly retryAfter?: number
}

export class RelayError extends Error {
  override readonly name = 'RelayError'
  readonly status: number
  readonly code: string | number
  readonly retryAfter: number | null

  constructor(fields: RelayErrorFields, cause?: unknown) {
    super(fields.message, { cause })
    this.status = fields.status
    this.code = fields.code
    this.retryAfter = fields.retryAfter ?? null
  }
}

export const relayErrors = {
  notFound: () => new RelayError({ status: 404, code: 'NOT_FOUND', message: 'Requested function was not found' }),
  noAuthorization: () => new RelayError({ status: 401, code: 401, message: 'Missing authorization header' }),
  invalidToken: (cause: unknown) => new RelayError({ status: 401, code: 401, message: 'Invalid JWT' }, cause),
  bodyTooLarge: (limit: number) =>
    new RelayError({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      message: `The request body exceeds ${limit} bytes`,
    }),
  unusableType: (cause: unknown) =>
    new RelayError({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The content type is not one' }, cause),
  methodNotAllowed: () => new RelayError({ status: 405, code: 'METHOD_NOT_ALLOWED', message: 'Method not allowed' }),
  bootFailed: (cause: unknown) =>
    new RelayError({ status: 503, code: 'BOOT_ERROR', message: 'Function failed to start (please check logs)' }, cause),
  crashed: (cause: unknown) =>
    new RelayError(
      { status: 500, code: 'WORKER_ERROR', message: 'Function exited due to an error (please check logs)' },
      cause,
    ),
  answeredNothing: (cause: unknown) =>
    new RelayError(
      { status: 502, code: 'WORKER_ERROR', message: 'Function did not answer with a response (please check logs)' },
      cause,
    ),
  timedOut: (seconds: number) =>
    new RelayError({
      status: 504,
      code: 'IDLE_TIMEOUT',
      message: `The function did not begin to answer within ${seconds} seconds`,
    }),
  overLimit: () =>
    new RelayError({
      status: 546,
      code: 'WORKER_LIMIT',
      message: 'Function failed due to not having enough compute resources (please check logs)',
      retryAfter: 2,
    }),
  unexpected: (cause: unknown) =>
    new RelayError({ status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' }, cause),
} satisfies Record<string, (...facts: never[]) => RelayError>
