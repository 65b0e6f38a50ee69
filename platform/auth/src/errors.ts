/** The closed catalogue of what auth/v1 refuses, with WIRE §1.1's statuses, codes and messages. */

export type WeakPasswordReason = 'length' | 'characters' | 'pwned'

interface AuthErrorFields {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly reasons?: readonly WeakPasswordReason[]
  /** Seconds, for 429 and 503. */
  readonly retryAfter?: number
}

export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly status: number
  readonly code: string
  readonly reasons: readonly WeakPasswordReason[] | null
  readonly retryAfter: number | null

  constructor(fields: AuthErrorFields, cause?: unknown) {
    super(fields.message, { cause })
    this.status = fields.status
    this.code = fields.code
    this.reasons = fields.reasons ?? null
    this.retryAfter = fields.retryAfter ?? null
  }
}

/** Errors that the wire spells the way OAuth 2 does (RFC 6749 §5.2): HTTP 400, and 401 for a client that is not who it says. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly error: string
  readonly status: number

  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

function refuse(status: number, code: string, message: string): AuthError {
  return new AuthError({ status, code, message })
}

function tooMany(code: string, message: string, retryAfter: number): AuthError {
  return new AuthError({ status: 429, code, message, retryAfter })
}

const sessionExpired = 'Invalid Refresh Token: Session Expired'

/** Kinds of factors as codes of refusals name them. */
type FactorCode = 'totp' | 'phone' | 'webauthn' | 'recovery_codes'

export const authErrors = {
  // Requests
  badJson: (why: string) => refuse(400, 'bad_json', `Could not parse request body as JSON: ${why}`),
  bodyTooLarge: () => refuse(413, 'request_entity_too_large', 'Request body exceeds 1 MiB'),
  invalid: (message: string) => refuse(400, 'validation_failed', message),
  invalidBecause: (message: string, cause: unknown) =>
    new AuthError({ status: 400, code: 'validation_failed', message }, cause),
  notFound: () => refuse(404, 'not_found', 'The requested path was not found'),
  unsupportedGrant: () => refuse(400, 'invalid_credentials', 'unsupported_grant_type'),
  notFoundInvalid: (message: string) => refuse(404, 'validation_failed', message),

  captchaRefused: (why: string) => refuse(400, 'captcha_failed', `captcha protection: request disallowed (${why})`),
  captchaUnreachable: (cause: unknown) =>
    new AuthError(
      { status: 503, code: 'unexpected_failure', message: 'captcha verification process failed', retryAfter: 2 },
      cause,
    ),

  // Callers
  noBearer: () => refuse(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badJwt: (why: string) => refuse(403, 'bad_jwt', `invalid JWT: ${why}`),
  badSubject: () => refuse(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'),
  userGone: () => refuse(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
  sessionGone: () => refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
  banned: () => refuse(403, 'user_banned', 'User is banned'),
  notAdmin: () => refuse(403, 'not_admin', 'User not allowed'),

  // Signing up and in
  signupDisabled: () => refuse(422, 'signup_disabled', 'Signups not allowed for this instance'),
  anonymousDisabled: () => refuse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  emailSignupsDisabled: () => refuse(400, 'email_provider_disabled', 'Email signups are disabled'),
  phoneSignupsDisabled: () => refuse(400, 'phone_provider_disabled', 'Phone signups are disabled'),
  emailLoginsDisabled: () => refuse(422, 'email_provider_disabled', 'Email logins are disabled'),
  phoneLoginsDisabled: () => refuse(422, 'phone_provider_disabled', 'Phone logins are disabled'),
  userExists: (cause?: unknown) =>
    new AuthError({ status: 422, code: 'user_already_exists', message: 'User already registered' }, cause),
  wrongCredentials: () => refuse(400, 'invalid_credentials', 'Invalid login credentials'),
  emailNotConfirmed: () => refuse(400, 'email_not_confirmed', 'Email not confirmed'),
  phoneNotConfirmed: () => refuse(400, 'phone_not_confirmed', 'Phone not confirmed'),
  bannedAtSignIn: () => refuse(400, 'user_banned', 'User is banned'),
  weakPassword: (message: string, reasons: readonly WeakPasswordReason[]) =>
    new AuthError({ status: 422, code: 'weak_password', message, reasons }),
  passwordTooLong: () => refuse(400, 'validation_failed', 'Password cannot be longer than 72 characters'),
  savingUserFailed: (cause: unknown) =>
    new AuthError({ status: 500, code: 'unexpected_failure', message: 'Database error saving new user' }, cause),

  // Refreshing (WIRE §1.4)
  refreshTokenMissing: () => new OAuthError('invalid_request', 'refresh_token required'),
  refreshTokenMalformed: () => refuse(400, 'validation_failed', 'Refresh token is not valid'),
  refreshTokenUnknown: () => refuse(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  refreshTokenUsed: () => refuse(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  sessionExpired: () => refuse(400, 'session_expired', sessionExpired),
  refreshConflict: () =>
    refuse(409, 'conflict', 'Too many concurrent token refresh requests on the same session or refresh token'),

  // Changing a user
  samePassword: () => refuse(422, 'same_password', 'New password should be different from the old password.'),
  emailExists: () => refuse(422, 'email_exists', 'A user with this email address has already been registered'),
  phoneExists: () => refuse(422, 'phone_exists', 'A user with this phone number has already been registered'),
  appMetadataRefused: () => refuse(403, 'not_admin', 'Updating app_metadata requires admin privileges'),
  ssoManaged: () => refuse(422, 'user_sso_managed', 'Updating this field is not allowed for SSO users'),
  currentPasswordWrong: () =>
    refuse(400, 'current_password_invalid', 'Current password is not the one of this account'),
  reauthenticationNeeded: () => refuse(400, 'reauthentication_needed', 'Password update requires reauthentication'),
  nonceInvalid: () => refuse(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),

  // Codes and links
  otpDisabled: () => refuse(422, 'otp_disabled', 'Signups not allowed for otp'),
  codeExpired: () => refuse(403, 'otp_expired', 'Token has expired or is invalid'),
  linkExpired: () => refuse(403, 'otp_expired', 'Email link is invalid or has expired'),
  flowNotFound: () => refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
  flowExpired: () => refuse(422, 'flow_state_expired', 'invalid flow state, flow state has expired'),
  badVerifier: () => refuse(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'),
  userNotFound: () => refuse(404, 'user_not_found', 'User not found'),

  // External providers (WIRE §1.3, §1.5)
  providerUnknown: (name: string) =>
    refuse(400, 'validation_failed', `Unsupported provider: Provider ${name} could not be found`),
  providerOff: () => refuse(400, 'validation_failed', 'Unsupported provider: provider is not enabled'),
  providerUnreachable: (cause: unknown) =>
    new AuthError({ status: 503, code: 'unexpected_failure', message: 'The provider cannot be reached' }, cause),
  oauthStateBad: () => refuse(400, 'bad_oauth_state', 'OAuth state not found or expired'),
  oauthCallbackBad: () => refuse(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code'),
  exchangeFailed: (cause: unknown) =>
    new AuthError({ status: 500, code: 'unexpected_failure', message: 'Unable to exchange external code' }, cause),
  // NOTE: no 5xx: the official client would try for ever.
  providerWithoutEmail: () => refuse(422, 'unexpected_failure', 'Error getting user email from external provider'),
  identityExists: (isOwn: boolean) =>
    refuse(
      422,
      'identity_already_exists',
      isOwn ? 'Identity is already linked' : 'Identity is already linked to another user',
    ),
  idTokenMissing: () => new OAuthError('invalid request', 'id_token required'),
  idTokenProviderMissing: () => new OAuthError('invalid request', 'provider or client_id and issuer required'),
  idTokenProviderOff: (name: string) =>
    refuse(400, 'provider_disabled', `Provider (issuer ${JSON.stringify(name)}) is not enabled`),
  idTokenBad: () => new OAuthError('invalid request', 'Bad ID token'),
  idTokenAudience: (audience: readonly string[]) =>
    new OAuthError('invalid request', `Unacceptable audience in id_token: [${audience.join(' ')}]`),
  idTokenNonceMissing: () =>
    new OAuthError('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.'),
  idTokenNonceWrong: () => new OAuthError('invalid nonce', 'Nonces mismatch'),
  manualLinkingOff: () => refuse(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  identityNotFound: () => refuse(422, 'identity_not_found', "Identity doesn't exist"),
  identityEmailTaken: () =>
    refuse(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict'),
  lastIdentity: () =>
    refuse(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'),

  // Wallets (WIRE §1.3)
  web3Off: (message: string) => refuse(422, 'web3_provider_disabled', message),
  web3ChainUnknown: () => refuse(400, 'web3_unsupported_chain', 'Unsupported chain'),
  web3Refused: (why: string) => new OAuthError('invalid_grant', why),

  // Companies' identity providers (WIRE §1.3, §1.7)
  samlOff: () => refuse(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  ssoProviderUnknown: (message: string) => refuse(404, 'sso_provider_not_found', message),
  ssoProviderOff: () =>
    refuse(404, 'sso_provider_disabled', 'SSO Provider assigned for this domain is currently disabled'),
  samlStateUnknown: () =>
    refuse(404, 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?'),
  samlStateExpired: () => refuse(422, 'saml_relay_state_expired', 'SAML RelayState has expired. Try logging in again?'),
  samlIssuerUnknown: () =>
    refuse(404, 'saml_idp_not_found', 'A SAML connection has not been established with this Identity Provider'),
  samlAnswerBad: (cause: unknown) =>
    new AuthError({ status: 400, code: 'validation_failed', message: 'SAML Assertion is not valid' }, cause),
  samlWithoutSubject: () =>
    refuse(
      400,
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
    ),
  samlWithoutEmail: () => refuse(400, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address'),
  samlMetadataUnreachable: (message: string, cause?: unknown) =>
    new AuthError({ status: 400, code: 'saml_metadata_fetch_failed', message }, cause),
  samlIssuerExists: (entityId: string) =>
    refuse(422, 'saml_idp_already_exists', `SAML Identity Provider with this EntityID (${entityId}) already exists`),
  samlIssuerChanged: (expected: string, actual: string) =>
    refuse(
      400,
      'saml_entity_id_mismatch',
      `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${expected}' but got '${actual}'`,
    ),
  conflict: (message: string, cause: unknown) => new AuthError({ status: 422, code: 'conflict', message }, cause),
  ssoDomainTaken: (domain: string, id: string) =>
    refuse(
      400,
      'sso_domain_already_exists',
      `SSO Domain '${domain}' is already assigned to an SSO identity provider (${id})`,
    ),

  // What administrators set up (WIRE §1.7)
  featureOff: (message: string) => refuse(404, 'feature_disabled', message),

  // Being an authorization server (WIRE §1.8)
  dynamicRegistrationOff: () =>
    refuse(403, 'oauth_dynamic_client_registration_disabled', 'Dynamic client registration is not enabled'),
  oauthClientUnknown: () => refuse(404, 'oauth_client_not_found', 'OAuth client not found'),
  authorizationUnknown: () => refuse(404, 'oauth_authorization_not_found', 'OAuth authorization not found or expired'),
  authorizationAnswered: () => refuse(400, 'validation_failed', 'authorization request cannot be processed'),
  consentUnknown: () => refuse(404, 'oauth_consent_not_found', 'No active grant found for this client'),
  clientSession: () => refuse(403, 'insufficient_scope', 'A client that people let in may not do this for them'),
  clientRefused: (why: string) => new OAuthError('invalid_client', why, 401),
  clientUnauthorized: () => new OAuthError('unauthorized_client', 'The client may not use this grant type'),
  grantUnsupported: () =>
    new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token'),
  grantInvalid: (why: string) => new OAuthError('invalid_grant', why),
  oauthRequest: (why: string) => new OAuthError('invalid_request', why),

  // Providers that administrators add
  customProviderUnknown: () => refuse(404, 'custom_provider_not_found', 'Custom OAuth provider not found'),
  customProviderExists: () => refuse(400, 'conflict', 'A custom OAuth provider with this identifier already exists'),
  tooManyCustomProviders: () =>
    refuse(400, 'over_custom_provider_quota', 'Maximum number of custom OIDC/OAuth providers reached'),

  // Second factors (WIRE §1.6)
  insufficientAal: (status: 401 | 403 | 422, message: string) => refuse(status, 'insufficient_aal', message),
  anonymousRefused: () => refuse(403, 'no_authorization', 'This operation is not allowed for anonymous users'),
  factorNameTaken: (name: string) =>
    refuse(422, 'mfa_factor_name_conflict', `A factor with the friendly name "${name}" for this user already exists`),
  tooManyFactors: () =>
    refuse(422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue'),
  factorEnrolmentOff: (code: FactorCode, name: string) =>
    refuse(422, `mfa_${code}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`),
  factorVerificationOff: (code: FactorCode, name: string) =>
    refuse(422, `mfa_${code}_verify_not_enabled`, `MFA verification is disabled for ${name}`),
  factorNotFound: () => refuse(404, 'mfa_factor_not_found', 'Factor not found'),
  challengeNotFound: () => refuse(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
  challengeExpired: (id: string) =>
    refuse(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    ),
  challengeElsewhere: () => refuse(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch'),
  wrongTotp: () => refuse(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
  wrongPhoneCode: () => refuse(422, 'mfa_verification_failed', 'Invalid MFA Phone code entered'),
  wrongSecurityKey: () => refuse(422, 'mfa_verification_failed', 'Invalid WebAuthn credential'),
  phoneFactorExists: () =>
    refuse(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    ),

  // Passkeys (WIRE §1.6)
  ssoWithoutPasskeys: () => refuse(422, 'validation_failed', 'SSO users cannot register passkeys'),
  passkeysOff: () => refuse(404, 'passkey_disabled', 'Passkeys are disabled'),
  tooManyPasskeys: () => refuse(422, 'too_many_passkeys', 'Maximum number of passkeys reached'),
  passkeyChallengeNotFound: () => refuse(400, 'webauthn_challenge_not_found', 'Challenge not found or already used'),
  passkeyChallengeExpired: () => refuse(400, 'webauthn_challenge_expired', 'Challenge has expired'),
  passkeyRefused: (message: string) => refuse(400, 'webauthn_verification_failed', message),
  credentialExists: () => refuse(422, 'webauthn_credential_exists', 'This credential is already registered'),

  // Hooks of the product
  hookFailed: (uri: string, cause: unknown) =>
    new AuthError({ status: 500, code: 'unexpected_failure', message: `Error running hook URI: ${uri}` }, cause),
  hookRefused: (status: number, message: string) =>
    refuse(status, status === 500 ? 'unexpected_failure' : 'unknown', message),
  hookClaims: (message: string) => refuse(500, 'unexpected_failure', message),
  factorRejected: (message: string) => refuse(403, 'mfa_verification_rejected', message),
  passwordRejected: (message: string) => refuse(400, 'invalid_credentials', message),

  // Messages
  smsRefused: (cause: unknown) =>
    new AuthError({ status: 422, code: 'sms_send_failed', message: 'Error sending sms OTP to provider' }, cause),
  smsUnavailable: (cause: unknown) =>
    new AuthError(
      { status: 503, code: 'sms_send_failed', message: 'The SMS provider cannot be reached', retryAfter: 5 },
      cause,
    ),
  channelUnsupported: () => refuse(400, 'validation_failed', 'This channel is not available on this server'),

  // Limits and outages
  tooManyRequests: (retryAfter: number) => tooMany('over_request_rate_limit', 'Request rate limit reached', retryAfter),
  tooManyMails: (retryAfter: number) => tooMany('over_email_send_rate_limit', 'email rate limit exceeded', retryAfter),
  tooManySms: (retryAfter: number) => tooMany('over_sms_send_rate_limit', 'SMS rate limit exceeded', retryAfter),
  tooSoon: (channel: 'email' | 'sms', retryAfter: number) =>
    tooMany(
      `over_${channel}_send_rate_limit`,
      `For security purposes, you can only request this after ${retryAfter} seconds.`,
      retryAfter,
    ),
  tooBusy: () =>
    new AuthError({
      status: 503,
      code: 'over_capacity',
      message: 'Too many sign-ins at once, try again',
      retryAfter: 2,
    }),
  databaseUnavailable: (cause: unknown) =>
    new AuthError(
      { status: 503, code: 'database_unavailable', message: 'The database is unreachable', retryAfter: 2 },
      cause,
    ),
  readOnly: (cause: unknown) =>
    new AuthError(
      { status: 503, code: 'read_only', message: 'Writing is paused: the disk is nearly full', retryAfter: 30 },
      cause,
    ),
  unexpected: (cause: unknown) =>
    new AuthError(
      {
        status: 500,
        code: 'unexpected_failure',
        message: 'Unexpected failure, please check server logs for more information',
      },
      cause,
    ),
} satisfies Record<string, (...facts: never[]) => AuthError | OAuthError>
