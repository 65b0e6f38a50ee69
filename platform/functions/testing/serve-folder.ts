/** `node serve-folder.ts <folder> [<token>]`: functions of a folder in a process of their own, without anything of the tests' runner, for who has that token; says where. Stops as the server does. */
import process, { argv, stderr, stdout } from 'node:process'

import { createHttpServer, TokenError } from '@platform/http'

import { createFunctions, defaultFunctionsConfig } from '../src/index.ts'

const [, , folder = '', key] = argv

const http = createHttpServer({
  crossOrigin: { prefixes: ['/functions/v1'], ownPreflights: ['/functions/v1'] },
  https: false,
  trustProxy: false,
  observe: () => {},
})
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
await http.fastify.register(service.plugin, { prefix: '/functions/v1' })
const { port } = await http.claim({ port: 0, host: '127.0.0.1' })
await http.open()
async function stop(): Promise<never> {
  await service.drain()
  await http.close(20_000)
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
stdout.write(`http://127.0.0.1:${port}\n`)
