import { expect, test } from 'vitest'

import { shopSchema } from '../testing/catalogue.ts'
import { CompiledRequests } from './compiled-requests.ts'
import type { HttpRequest } from './parse/request.ts'

const request = (url: string, headers: HttpRequest['headers'] = {}, method = 'GET'): HttpRequest => ({
  method,
  url,
  headers,
  mount: '',
  body: null,
})

function counted() {
  const cache = new CompiledRequests<number>()
  let count = 0
  return (http: HttpRequest, schema = shopSchema) => cache.get(http, schema, () => (count += 1))
}

test('the same read is compiled once, whoever asks', () => {
  const compile = counted()
  expect([compile(request('/a')), compile(request('/a', { authorization: 'x' })), compile(request('/b'))]).toEqual([
    1, 1, 2,
  ])
})

test('everything that shapes an answer tells requests apart', () => {
  const compile = counted()
  const shapes = [{}, { accept: 'text/csv' }, { prefer: 'count=exact' }, { range: '0-1' }, { 'accept-profile': 'b' }]
  expect(shapes.map((headers) => compile(request('/a', headers)))).toEqual([1, 2, 3, 4, 5])
  expect([
    compile(request('/a', {}, 'HEAD')),
    compile(request('/a', {}, 'POST')),
    compile(request('/a', {}, 'POST')),
  ]).toEqual([6, 7, 8])
})

test('a new schema compiles anew', () => {
  const compile = counted()
  expect([compile(request('/a')), compile(request('/a'), { ...shopSchema })]).toEqual([1, 2])
})

test('only so many are kept', () => {
  const compile = counted()
  const first = compile(request('/first'))
  for (let at = 0; at < 600; at += 1) compile(request(`/${at}`))
  expect(compile(request('/first'))).not.toBe(first)
  expect(compile(request(`/${'x'.repeat(3000)}`))).not.toBe(compile(request(`/${'x'.repeat(3000)}`)))
})
