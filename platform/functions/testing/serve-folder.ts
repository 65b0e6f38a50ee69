/** `node serve-folder.ts <folder> [<token>]`: functions of a folder in a process of their own, without anything of the tests' runner, for who has that token; says where. */
import { argv, stderr, stdout } from 'node:process'

import { TokenError } from '@platform/http'
import Fastify from 'fastify'

import { createFunctions, defaultFunctionsConfig } from '../src/index.ts'

const [, , folder = '', key] = argv

const fastify = Fastify()
const service = createFunctions({
  folder,
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
