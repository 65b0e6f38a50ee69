import Fastify from 'fastify'
import { expect, test } from 'vitest'

import { lazySerializers, lazyValidators } from './lazy-schemas.ts'

async function serving() {
  const compilersFactory = { buildValidator: lazyValidators(), buildSerializer: lazySerializers() }
  const fastify = Fastify({ schemaController: { compilersFactory } })
  const body = { type: 'object', required: ['email'], properties: { email: { type: 'string' } } }
  fastify.post('/right', { schema: { body } }, () => ({ is: 'right' }))
  fastify.post('/wrong', { schema: { body: { type: 'nonsense' } } }, () => ({ is: 'wrong' }))
  const response = { 200: { type: 'object', properties: { is: { type: 'string' } } } }
  fastify.post('/said', { schema: { response } }, () => ({ is: 'said', secret: 'kept' }))
  await fastify.ready()
  return async (url: string, payload: object) => {
    const { statusCode, body: answer } = await fastify.inject({ method: 'POST', url, payload })
    return { statusCode, ...(JSON.parse(answer) as object) }
  }
}

test('each request is held against its own route’s schema, and told what is wrong with it', async () => {
  const post = await serving()
  expect(await post('/right', { email: 'awa@example.com' })).toEqual({ statusCode: 200, is: 'right' })
  for (const email of [undefined, {}]) expect(await post('/right', { email })).toMatchObject({ statusCode: 400 })
  expect(await post('/right', {})).toMatchObject({ message: "body must have required property 'email'" })
  expect(await post('/right', { email: 'awa@example.com' })).toMatchObject({ statusCode: 200 })
})

test('a schema is compiled when its route is asked, not before', async () => {
  const post = await serving()
  expect(await post('/wrong', {})).toMatchObject({ statusCode: 500 })
})

test('a route that says what it answers answers nothing else', async () => {
  const post = await serving()
  expect(await post('/said', {})).toEqual({ statusCode: 200, is: 'said' })
})
