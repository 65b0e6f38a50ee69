/** What a product tells its people in words of its own: by mail and by text, with the service key. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { provenAddresses, startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ change: provenAddresses })
})
afterAll(() => server[Symbol.asyncDispose]())

const words = (language: string) => ({ subject: `Subject ${language}`, lead: `Lead ${language}`, notes: ['A note'] })
const button = { path: '/orders', label: 'See it' }
const mailOf = (user: string, more = {}) => ({
  channel: 'email',
  user_id: user,
  words: { en: { ...words('en'), button, ...more }, fr: words('fr') },
})
const ask = (body: object) => server.call('POST', '/admin/messages', { body, token: server.keys.serviceRoleKey })

async function somebody(more: object = {}) {
  const email = `told-${randomUUID()}@shop.example`
  const { data } = await server
    .client({ key: server.keys.serviceRoleKey })
    .auth.admin.createUser({ email, email_confirm: true, ...more })
  return { id: data.user!.id, email }
}

const mailsTo = (to: string) => server.mails.filter((mail) => mail.to === to)

describe('a mail of the product', () => {
  it('goes to the proven address, looks like all others, and leads to the site', async () => {
    const { id, email } = await somebody()
    expect(await ask(mailOf(id))).toMatchObject({ status: 200, body: { queued: true } })
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    const [mail] = mailsTo(email)
    expect(mail!.subject).toMatch(/^Subject en · /u)
    expect(mail!.text).toContain(`${server.config.siteUrl.replace(/\/$/u, '')}/orders`)
    expect(mail!.html).toContain('Lead en')
    expect(mail!.html).toContain('A note')
  })

  it('is in the language of the account', async () => {
    const { id, email } = await somebody({ user_metadata: { language: 'fr' } })
    await ask(mailOf(id))
    await expect.poll(() => mailsTo(email).map(({ text }) => text)).toEqual([expect.stringContaining('Lead fr')])
  })

  it('is in the language that is asked for, and says how it is ended where that may be', async () => {
    const { id, email } = await somebody({ user_metadata: { language: 'fr' } })
    const unsubscribe = { page: '/stop?token=a', label: 'No more', one_click: '/functions/v1/stop?token=a' }
    expect(await ask({ ...mailOf(id, { unsubscribe }), language: 'en' })).toMatchObject({ status: 200 })
    await ask(mailOf(id))
    await expect.poll(() => mailsTo(email)).toHaveLength(2)
    const [ended, plain] = mailsTo(email).toSorted((one, other) => one.subject.localeCompare(other.subject))
    expect(ended!.unsubscribe).toBe(new URL('/functions/v1/stop?token=a', server.config.apiUrl).href)
    expect(ended!.text).toContain(`No more\n${new URL('/stop?token=a', server.config.siteUrl).href}`)
    expect(ended!.html).toMatch(/href="[^"]*\/stop\?token=a"[^>]*>No more</u)
    expect(plain).not.toHaveProperty('unsubscribe')
  })

  it('goes to nobody whose address is not proven, and to nobody who is not there', async () => {
    const { id, email } = await somebody({ email_confirm: false })
    expect(await ask(mailOf(id))).toMatchObject({ status: 200, body: { queued: false } })
    expect(await ask(mailOf(randomUUID()))).toMatchObject({ status: 404, body: { error_code: 'user_not_found' } })
    expect(mailsTo(email)).toEqual([])
  })

  it.each([
    ['leads to another site', { button: { path: '//evil.example', label: 'x' } }],
    ['is ended elsewhere', { unsubscribe: { page: '/a', label: 'x', one_click: 'https://evil.example/' } }],
    ['leads out by a backslash', { button: { path: '/\\evil.example', label: 'x' } }],
    ['has a subject of two lines', { subject: 'a\r\nBcc: everybody@shop.example' }],
    ['has no words', { lead: '' }],
  ])('that %s is refused', async (_, more) => {
    const { id, email } = await somebody()
    expect(await ask(mailOf(id, more))).toMatchObject({ status: 400 })
    expect(mailsTo(email)).toEqual([])
  })
})

describe('a code of the product', () => {
  it('goes by text to the number that is named', async () => {
    const { id } = await somebody({ user_metadata: { language: 'fr' } })
    const order = { channel: 'sms', user_id: id, phone: '+229 01 97 00 00 05', code: '135790' }
    const answer = await ask({ ...order, words: { en: 'Code 135790', fr: 'Votre code : 135790' } })
    expect(answer).toMatchObject({ status: 200, body: { queued: true } })
    expect(server.texts.at(-1)).toMatchObject({ to: '2290197000005', text: 'Votre code : 135790', code: '135790' })
    expect(await ask({ ...order, phone: '0', words: { en: 'a', fr: 'b' } })).toMatchObject({ status: 400 })
  })
})
