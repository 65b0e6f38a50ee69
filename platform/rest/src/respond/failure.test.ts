import { DatabaseError, DatabaseUnavailableError } from '@platform/database'
import { TokenError } from '@platform/http'
import { describe, expect, test } from 'vitest'

import { failureAnswer, toRestError } from './failure.ts'

const said = (code: string, message = 'said', detail: string | null = null) =>
  new DatabaseError({ code, message, detail })

describe('SQLSTATE → status', () => {
  test.each([
    ['08006', 503],
    ['09000', 500],
    ['0L000', 403],
    ['0P000', 403],
    ['21000', 500],
    ['22P02', 400],
    ['22023', 400],
    ['23502', 400],
    ['23503', 409],
    ['23505', 409],
    ['23514', 400],
    ['25006', 405],
    ['25P02', 500],
    ['28000', 403],
    ['2D000', 500],
    ['38000', 500],
    ['3B000', 500],
    ['40001', 500],
    ['42501', 403],
    ['42601', 400],
    ['42703', 400],
    ['42883', 404],
    ['42P01', 404],
    ['42P17', 500],
    ['53300', 503],
    ['53400', 500],
    ['54001', 500],
    ['55P03', 500],
    ['57014', 500],
    ['57P01', 503],
    ['58000', 500],
    ['F0000', 500],
    ['HV000', 500],
    ['P0001', 400],
    ['P0002', 500],
    ['XX000', 500],
    ['PT418', 418],
    ['PTxyz', 500],
  ])('%s → %i', (code, status) => {
    const error = toRestError(said(code), false)
    expect([error.status, error.code, error.message]).toEqual([status, code, 'said'])
  })

  test('a refusal for lack of rights depends on who asked', () => {
    expect(toRestError(said('42501'), true).headers).toEqual({ 'www-authenticate': 'Bearer' })
    expect(toRestError(said('42501'), true).status).toBe(401)
  })

  test('words of the message decide in two cases', () => {
    expect(toRestError(said('21000', 'DELETE requires a WHERE clause'), false).status).toBe(400)
    expect(toRestError(said('22023', 'role "x" does not exist'), false).status).toBe(401)
  })
})

describe('an answer raised whole', () => {
  const message = '{"code":"A1","message":"m","hint":"h"}'

  test('is taken as it is', () => {
    const error = toRestError(said('PGRST', message, '{"status":422,"headers":{"X-A":"b"}}'), false)
    expect([error.status, error.code, error.message, error.details, error.hint]).toEqual([422, 'A1', 'm', null, 'h'])
    expect(error.headers).toEqual({ 'x-a': 'b' })
  })

  test.each([
    ['no json', '{}'],
    [message, null],
    [message, '{"status":"x","headers":{}}'],
    [message, '{"status":200,"headers":{"a":"b\\r\\nc"}}'],
  ])('%s with %s is PGRST121', (text, detail) => {
    expect(toRestError(said('PGRST', text, detail), false)).toMatchObject({ code: 'PGRST121', status: 500 })
  })
})

describe('no answer from the database', () => {
  test.each([
    ['connection', 503, 'PGRST000'],
    ['timeout', 503, 'PGRST001'],
    ['pool', 504, 'PGRST003'],
    ['read-only', 507, 'PGRST000'],
  ] as const)('%s', (reason, status, code) => {
    const error = toRestError(new DatabaseUnavailableError(reason, 'x'), false)
    expect(error).toMatchObject({ status, code })
    expect(failureAnswer(error).headers).toMatchObject({ 'retry-after': '2' })
  })
})

describe('what is shown', () => {
  test('nothing of an unexpected error', () => {
    const { status, body } = failureAnswer(toRestError(new TypeError('secret path /root'), false))
    expect([status, body]).toEqual([
      500,
      '{"code":"PGRSTX00","details":null,"hint":null,"message":"Internal server error"}',
    ])
  })

  test.each([
    ['expired', 'PGRST303', 'JWT expired'],
    ['not-yet-valid', 'PGRST303', 'JWT not yet valid'],
    ['issued-in-future', 'PGRST303', 'JWT issued at future'],
    ['audience', 'PGRST303', 'JWT not in audience'],
    ['claims', 'PGRST303', 'own words'],
    ['malformed', 'PGRST301', 'own words'],
    ['signature', 'PGRST301', 'own words'],
    ['no-key', 'PGRST301', 'own words'],
  ] as const)('a token that is %s', (problem, code, message) => {
    const error = toRestError(new TokenError(problem, 'own words'), false)
    expect([error.status, error.code, error.message]).toEqual([401, code, message])
    expect(error.headers['www-authenticate']).toBe(`Bearer error="invalid_token", error_description="${message}"`)
  })

  test('a header is never broken by a message', () => {
    const error = toRestError(new TokenError('malformed', 'a"\r\nb: c'), false)
    expect(error.headers['www-authenticate']).toBe('Bearer error="invalid_token", error_description="a   b: c"')
  })
})
