import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { DATED, PASSWORD, play, refusal, type Scenario } from './scenario.ts'
import { openTarget, type AuthTarget } from './target.ts'

let target: AuthTarget
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target[Symbol.asyncDispose]())

const email = 'nobody-yet@shop.example'
const password = PASSWORD
const nobody = '00000000-0000-4000-8000-000000000000'
const challenge = 'x'.repeat(43)

const scenarios: Record<string, Scenario[]> = {
  'errors (WIRE §1.1)': [
    {
      name: 'undated',
      call: 'POST /signup',
      body: { email },
      ...refusal(400, 'validation_failed', 'Signup requires a valid password'),
    },
    {
      name: 'dated',
      call: 'POST /signup',
      headers: DATED,
      body: { email },
      status: 400,
      answers: { code: 'validation_failed', message: 'Signup requires a valid password' },
      answerHeaders: { 'x-supabase-api-version': '2024-01-01', 'x-sb-error-code': 'validation_failed' },
    },
    {
      name: 'dated too early',
      call: 'POST /signup',
      headers: { 'x-supabase-api-version': '2023-01-01' },
      body: { email },
      ...refusal(400, 'validation_failed'),
    },
    {
      name: 'no JSON',
      call: 'POST /signup',
      body: '{',
      ...refusal(400, 'bad_json', expect.stringMatching(/^Could not parse request body as JSON: /)),
    },
    {
      name: 'a megabyte and more',
      call: 'POST /signup',
      body: `"${'x'.repeat(1_048_576)}"`,
      ...refusal(413, 'request_entity_too_large'),
    },
    {
      name: 'no token',
      call: 'GET /user',
      ...refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
    },
    {
      name: 'no JWT',
      call: 'GET /user',
      headers: { authorization: 'Bearer nonsense' },
      ...refusal(403, 'bad_jwt', expect.stringMatching(/^invalid JWT: /)),
    },
    { name: 'a key that is nobody', as: 'service', call: 'GET /user', ...refusal(403, 'bad_jwt') },
  ],
  'signing up (WIRE §1.3)': [
    {
      name: 'anonymous',
      call: 'POST /signup',
      body: { data: {} },
      ...refusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
    },
    {
      name: 'two addresses',
      call: 'POST /signup',
      body: { email, phone: '221771234567', password },
      ...refusal(400, 'validation_failed', 'Only an email address or phone number should be provided on signup.'),
    },
    {
      name: 'no address',
      call: 'POST /signup',
      body: { email: 'x', password },
      ...refusal(400, 'validation_failed', 'Unable to validate email address: invalid format'),
    },
    {
      name: 'a short password',
      call: 'POST /signup',
      body: { email, password: 'abc' },
      status: 422,
      answers: { error_code: 'weak_password', weak_password: { reasons: ['length'] } },
      answerHeaders: { 'x-sb-error-code': null },
    },
    {
      name: 'a long password',
      call: 'POST /signup',
      body: { email, password: 'x'.repeat(73) },
      ...refusal(400, 'validation_failed', 'Password cannot be longer than 72 characters'),
    },
    {
      name: 'half a flow',
      call: 'POST /signup',
      body: { email, password, code_challenge: challenge },
      ...refusal(400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge'),
    },
    {
      name: 'the other half',
      call: 'POST /signup',
      body: { email, password, code_challenge_method: 's256' },
      ...refusal(400, 'validation_failed'),
    },
    {
      name: 'a flow by phone',
      call: 'POST /signup',
      body: { phone: '221771234567', password, code_challenge: challenge, code_challenge_method: 's256' },
      ...refusal(400, 'validation_failed', 'PKCE not supported for phone signups'),
    },
    {
      name: 'again',
      as: 'person',
      call: 'POST /signup',
      body: { email: '{email}', password },
      ...refusal(422, 'user_already_exists', 'User already registered'),
    },
  ],
  'tokens (WIRE §1.3, §1.4)': [
    {
      name: 'another grant',
      call: 'POST /token?grant_type=client_credentials',
      body: {},
      ...refusal(400, 'invalid_credentials', 'unsupported_grant_type'),
    },
    {
      name: 'no grant',
      call: 'POST /token',
      body: {},
      ...refusal(400, 'invalid_credentials', 'unsupported_grant_type'),
    },
    {
      name: 'nobody',
      call: 'POST /token?grant_type=password',
      body: { password },
      ...refusal(400, 'validation_failed', 'missing email or phone'),
    },
    {
      name: 'a stranger',
      call: 'POST /token?grant_type=password',
      body: { email, password },
      ...refusal(400, 'invalid_credentials', 'Invalid login credentials'),
    },
    {
      name: 'a wrong password',
      as: 'person',
      call: 'POST /token?grant_type=password',
      body: { email: '{email}', password: 'wrong' },
      ...refusal(400, 'invalid_credentials', 'Invalid login credentials'),
    },
    {
      name: 'no refresh token',
      call: 'POST /token?grant_type=refresh_token',
      body: {},
      status: 400,
      answers: { error: 'invalid_request', error_description: 'refresh_token required' },
    },
    {
      name: 'a malformed one',
      call: 'POST /token?grant_type=refresh_token',
      body: { refresh_token: 'x' },
      ...refusal(400, 'validation_failed', 'Refresh token is not valid'),
    },
    {
      name: 'an unknown one',
      call: 'POST /token?grant_type=refresh_token',
      body: { refresh_token: 'aaaaaaaaaaaa' },
      ...refusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
    },
    {
      name: 'half an exchange',
      call: 'POST /token?grant_type=pkce',
      body: { auth_code: 'x' },
      ...refusal(400, 'validation_failed'),
    },
    {
      name: 'an unknown code',
      call: 'POST /token?grant_type=pkce',
      body: { auth_code: nobody, code_verifier: 'x' },
      ...refusal(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
    },
  ],
  'the user (WIRE §1.3)': [
    {
      name: 'the same password',
      as: 'person',
      call: 'PUT /user',
      body: { password },
      ...refusal(422, 'same_password', 'New password should be different from the old password.'),
    },
    {
      name: 'app_metadata',
      as: 'person',
      call: 'PUT /user',
      body: { app_metadata: { role: 'x' } },
      ...refusal(403, 'not_admin'),
    },
    { name: 'a bad scope', as: 'person', call: 'POST /logout?scope=all', ...refusal(400, 'validation_failed') },
  ],
  'codes (WIRE §1.3)': [
    {
      name: 'no type',
      call: 'POST /verify',
      body: { token: 'x', email },
      ...refusal(400, 'validation_failed', 'Verify requires a verification type'),
    },
    {
      name: 'no token',
      call: 'POST /verify',
      body: { type: 'signup', email },
      ...refusal(400, 'validation_failed', 'Verify requires a token or a token hash'),
    },
    {
      name: 'both',
      call: 'POST /verify',
      body: { type: 'signup', token_hash: 'x', email },
      ...refusal(400, 'validation_failed', 'Only the token_hash and type should be provided'),
    },
    {
      name: 'an unknown type',
      call: 'POST /verify',
      body: { type: 'x', token: 'x', email },
      ...refusal(400, 'validation_failed', 'Unsupported verification type'),
    },
    {
      name: 'a wrong code',
      call: 'POST /verify',
      body: { type: 'email', token: '123456', email },
      ...refusal(403, 'otp_expired', 'Token has expired or is invalid'),
    },
    {
      name: 'a wrong hash',
      call: 'POST /verify',
      body: { type: 'email', token_hash: 'x' },
      ...refusal(403, 'otp_expired', 'Email link is invalid or has expired'),
    },
    {
      name: 'recovery of nobody',
      call: 'POST /recover',
      body: {},
      ...refusal(400, 'validation_failed', 'Password recovery requires an email'),
    },
    {
      name: 'a stranger who may not join',
      call: 'POST /otp',
      body: { email, create_user: false },
      ...refusal(422, 'otp_disabled', 'Signups not allowed for otp'),
    },
    {
      name: 'an unknown resend',
      call: 'POST /resend',
      body: { type: 'recovery', email },
      ...refusal(400, 'validation_failed'),
    },
  ],
  'administration (WIRE §1.7)': [
    { name: 'by anybody', call: 'GET /admin/users', ...refusal(401, 'no_authorization') },
    { name: 'by a person', as: 'person', call: 'GET /admin/users', ...refusal(403, 'not_admin', 'User not allowed') },
    {
      name: 'of nobody',
      as: 'service',
      call: 'POST /admin/users',
      body: {},
      ...refusal(400, 'validation_failed', 'Cannot create a user without either an email or phone'),
    },
    {
      name: 'of somebody unknown',
      as: 'service',
      call: `GET /admin/users/${nobody}`,
      ...refusal(404, 'user_not_found', 'User not found'),
    },
    {
      name: 'of junk',
      as: 'service',
      call: 'GET /admin/users/1',
      ...refusal(404, 'validation_failed', 'user_id must be an UUID'),
    },
    {
      name: 'recovery of a stranger',
      as: 'service',
      call: 'POST /admin/generate_link',
      body: { type: 'recovery', email },
      ...refusal(404, 'user_not_found'),
    },
  ],
}

describe.each(Object.entries(scenarios))('%s refuses', (_title, rows) => {
  it.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    expect.hasAssertions()
    await play(target, row)
  })
})
