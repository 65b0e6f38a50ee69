/** `node serve-folder.ts <folder>`: functions of a folder in a process of their own, without anything of the tests' runner; says where. */
import { argv, stderr, stdout } from 'node:process'

import Fastify from 'fastify'

import { createFunctions, defaultFunctionsConfig } from '../src/index.ts'

const fastify = Fastify()
const service = createFunctions({
  folder: argv[2] ?? '',
  identify: async () => ({ role: 'anon', claims: {}, token: null }),
  observe: (event) => 'error' in event && stderr.write(`${String(event.error)}\n`),
  config: defaultFunctionsConfig,
})
await fastify.register(service.plugin, { prefix: '/functions/v1' })
stdout.write(`${await fastify.listen({ port: 0, host: '127.0.0.1' })}\n`)
