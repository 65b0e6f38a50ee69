/** `node serve-folder.ts <folder>`: functions of a folder in a process of their own, without anything of the tests' runner; says where. */
import { argv, env, stderr, stdout } from 'node:process'

import { TokenError } from '@platform/http'
import Fastify from 'fastify'

import { createFunctions, defaultFunctionsConfig } from '../src/index.ts'

/** The one token that is right; without it any is. */
const key = env['RIGHT_KEY']

const fastify = Fastify()
const service = createFunctions({
  folder: argv[2] ?? '',
  identify: async ({ authorization }) => {
    const isRight = key === undefined || authorization === `Bearer ${key}`
    if (!isRight) throw new TokenError('signature', 'not signed')
    return { role: 'anon', claims: {}, token: null }
  },
  observe: (event) => 'error' in event && stderr.write(`${String(event.error)}\n`),
  config: defaultFunctionsConfig,
})
await fastify.register(service.plugin, { prefix: '/functions/v1' })
stdout.write(`${await fastify.listen({ port: 0, host: '127.0.0.1' })}\n`)
