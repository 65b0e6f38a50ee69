/** `/_dev/outbox`: the mails and texts that a server without a mail server keeps, for whoever sits before it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { listOutbox, readOutbox, type KeptMessage, type MailBrand, type MailColours } from '@platform/auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isForTrying } from '../addresses.ts'
import { digest } from '../app/assets.ts'
import type { Config } from '../settings/config.ts'

const outboxPath = '/_dev/outbox'

const shown = 200
const assets = join(import.meta.dirname, 'assets')
/** Names under which only this machine reaches itself: a foreign page that makes its own name lead here sees nothing. */
const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

const pagePolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src data:`,
  `connect-src 'self'`,
  `frame-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
  `require-trusted-types-for 'script'`,
  `trusted-types 'none'`,
].join('; ')
/** A mail runs nothing and fetches nothing; its links open elsewhere. */
const mailPolicy = [
  `sandbox allow-popups allow-popups-to-escape-sandbox`,
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `frame-ancestors 'self'`,
].join('; ')

export interface OutboxPageOptions {
  readonly config: Pick<Config, 'appEnv' | 'http' | 'mail' | 'dataFolder'>
  readonly productName: string
  readonly brand: MailBrand
}

/** Codes and links lie open there: only without a mail server, and only where somebody tries this one out. */
export async function addOutboxPage(fastify: FastifyInstance, options: OutboxPageOptions): Promise<void> {
  const { config, productName, brand } = options
  if (config.mail !== null || !isForTrying(config)) {
    for (const path of [outboxPath, `${outboxPath}/*`]) fastify.get(path, (_request, reply) => sendNothing(reply))
    return
  }
  const folder = join(config.dataFolder, 'outbox')
  const html = (await readFile(join(assets, 'page.html'), 'utf8')).replaceAll('{{product}}', () => escape(productName))
  const css = `${variables(brand)}\n${await readFile(join(assets, 'page.css'), 'utf8')}`
  const script = await readFile(join(assets, 'page.js'), 'utf8')

  await fastify.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      if (!localHost.test(request.headers.host ?? '')) return sendNothing(reply)
      return undefined
    })
    scope.get(outboxPath, (_request, reply) =>
      reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(html),
    )
    scope.get(`${outboxPath}/page.css`, (_request, reply) => reply.type('text/css; charset=utf-8').send(css))
    scope.get(`${outboxPath}/page.js`, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
    scope.get(`${outboxPath}/messages`, (request, reply) => sendMessages(request, reply, folder))
    scope.get(`${outboxPath}/mails/:name`, (request, reply) => sendMail(request, reply, folder))
  })
}

/** The files never change, so their names tell whether anything is new. */
async function sendMessages(request: FastifyRequest, reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const names = await listOutbox(folder, shown)
  const tag = `"${digest(names.join())}"`
  reply.headers({ 'cache-control': 'no-cache', etag: tag })
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  const messages = await Promise.all(names.map((name) => readOutbox(folder, name)))
  return reply.send(messages.filter((message) => message !== null).map(withoutHtml))
}

function withoutHtml({ html, ...message }: KeptMessage): object {
  return { ...message, hasHtml: html !== undefined }
}

async function sendMail(request: FastifyRequest, reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const { name } = request.params as { name: string }
  const message = await readOutbox(folder, name)
  if (message?.html === undefined) return sendNothing(reply)
  const html = message.html.replace('<head>', '<head><base target="_blank">')
  return reply.header('content-security-policy', mailPolicy).type('text/html; charset=utf-8').send(html)
}

function sendNothing(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n')
}

function variables({ light, dark }: MailBrand): string {
  const names = Object.keys(light) as (keyof MailColours)[]
  const lines = names.map((name) => `--${name}: light-dark(${light[name]}, ${dark[name]});`)
  return `:root { color-scheme: light dark; ${lines.join(' ')} }`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
