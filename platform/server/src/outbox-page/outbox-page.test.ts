import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createOutbox, plainBrand } from '@platform/auth'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'

import type { Config } from '../settings/config.ts'
import { addOutboxPage } from './outbox-page.ts'

let dataFolder: string
let fastify: FastifyInstance
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'outbox-page-'))
  fastify = Fastify()
})
afterEach(async () => {
  await fastify.close()
  await rm(dataFolder, { recursive: true })
})

const home: Config['http'] = {
  host: '127.0.0.1',
  port: 0,
  publicUrl: null,
  securityContact: null,
  trustProxy: false,
  stopDelayMs: 0,
  shedsLoad: true,
}
const paths = ['/_dev/outbox', '/_dev/outbox/messages', '/_dev/outbox/page.js']

async function open(
  http: Partial<Config['http']> = {},
  { mail = null, appEnv = 'development' }: Partial<Pick<Config, 'mail' | 'appEnv'>> = {},
): Promise<void> {
  const config = { appEnv, http: { ...home, ...http }, mail, dataFolder }
  await addOutboxPage(fastify, { config, productName: 'Books & <Co>', brand: plainBrand })
}

const statusOf = async (url: string, host = 'localhost:3000') =>
  (await fastify.inject({ url, headers: { host } })).statusCode

it('lists what is kept, newest first, and says nothing while nothing is new', async () => {
  await open()
  const outbox = createOutbox(join(dataFolder, 'outbox'))
  await outbox.sendMail({ to: 'ada@shop.example', subject: 'Hello', text: 'Hello', html: '<head></head><p>Hello</p>' })
  const second = await outbox.sendText({ to: '22997', text: 'Hi', channel: 'sms', code: '1', language: 'en' })
  const answer = await fastify.inject({ url: '/_dev/outbox/messages', headers: { host: 'localhost' } })
  expect(answer.json()).toMatchObject([
    { name: second, channel: 'sms', to: '22997', text: 'Hi', hasHtml: false },
    { channel: 'email', subject: 'Hello', hasHtml: true },
  ])
  const headers = { host: 'localhost', 'if-none-match': String(answer.headers['etag']) }
  expect((await fastify.inject({ url: '/_dev/outbox/messages', headers })).statusCode).toBe(304)
})

it('lets a mail run and fetch nothing, and reads no other file', async () => {
  await open()
  await createOutbox(join(dataFolder, 'outbox')).sendMail({
    to: 'a@b.c',
    subject: 's',
    text: 't',
    html: '<head></head>m',
  })
  const [{ name }] = (await fastify.inject({ url: '/_dev/outbox/messages', headers: { host: 'localhost' } })).json()
  const mail = await fastify.inject({ url: `/_dev/outbox/mails/${name}`, headers: { host: 'localhost' } })
  expect(mail.body).toBe('<head><base target="_blank"></head>m')
  expect(mail.headers['content-security-policy']).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/,
  )
  for (const wrong of ['..%2f..%2fsecrets%2fauth', 'none', `${name}.json`]) {
    expect(await statusOf(`/_dev/outbox/mails/${wrong}`)).toBe(404)
  }
})

it('calls the product by its name, whatever that holds', async () => {
  await open()
  const page = await fastify.inject({ url: '/_dev/outbox', headers: { host: '127.0.0.1:3000' } })
  expect(page.body).toContain('<title>Books &#38; &#60;Co&#62;</title>')
})

it('is for this machine’s own names only: another’s may lead here too', async () => {
  await open()
  for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000'])
    expect(await statusOf('/_dev/outbox/messages', host)).toBe(200)
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example']) {
    for (const path of paths) expect(await statusOf(path, host)).toBe(404)
  }
})

it.each<[string, Parameters<typeof open>]>([
  ['other machines reach', [{ host: '0.0.0.0' }]],
  ['has an address for people', [{ publicUrl: 'https://shop.example' }]],
  ['stands behind a proxy', [{ trustProxy: ['loopback'] }]],
  ['sends mails', [{}, { mail: { url: 'smtp://mail.example', from: 'hello@shop.example' } }]],
  ['people depend on', [{}, { appEnv: 'production' }]],
])('is not on a server that %s', async (_case, options) => {
  await open(...options)
  for (const path of paths) expect(await statusOf(path)).toBe(404)
})
