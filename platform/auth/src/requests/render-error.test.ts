import { DatabaseUnavailableError } from '@platform/database'
import { describe, expect, it } from 'vitest'

import { authErrors } from '../errors.ts'
import { renderError, toAuthError } from './render-error.ts'

describe('errors on the wire', () => {
  const error = authErrors.wrongCredentials()

  it.each([undefined, '2023-12-31', 'latest', ''])('for version %s name the code beside the status', (version) => {
    expect(renderError(error, version)).toEqual({
      status: 400,
      headers: { 'x-sb-error-code': 'invalid_credentials' },
      body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    })
  })

  it.each(['2024-01-01', '2025-06-30'])('for version %s are dated', (version) => {
    expect(renderError(error, version)).toEqual({
      status: 400,
      headers: { 'x-sb-error-code': 'invalid_credentials', 'x-supabase-api-version': '2024-01-01' },
      body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
    })
  })

  it('say after how long to come back', () => {
    expect(renderError(authErrors.tooManyRequests(7), undefined)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '7' },
    })
  })

  it('keep their cause to themselves', () => {
    const rendered = renderError(toAuthError(new Error('password of the database')), undefined)
    expect(rendered.status).toBe(500)
    expect(JSON.stringify(rendered)).not.toContain('database')
  })

  it('of a database that is away are an outage, which clients retry', () => {
    expect(toAuthError(new DatabaseUnavailableError('pool', 'none free'))).toMatchObject({ status: 503, retryAfter: 2 })
  })
})
