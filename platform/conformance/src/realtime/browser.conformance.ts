/** The same client in a real browser: frames of a browser's websocket, not of a library's. */
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { launchBrowser } from '../../../../tests/support/browser.ts'
import { keyFor, realtimeUnderTest, subscribed, type RealtimeUnderTest, type Version } from './realtime-under-test.ts'

declare global {
  /** What the page's script brings. */
  var supabase: { createClient(url: string, key: string, options: object): SupabaseClient }
  var heard: unknown[]
  var say: (event: string) => Promise<unknown>
}

let target: RealtimeUnderTest
let browser: Browser
beforeAll(async () => {
  target = await realtimeUnderTest()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await target[Symbol.asyncDispose]()
})

/** A page that has joined `lobby`, and keeps what it hears. */
async function openPage(vsn: Version): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(target.origin)
  await page.evaluate(joinLobby, { origin: target.origin, key: keyFor('anon'), vsn })
  return page
}

/** Runs in the page. */
async function joinLobby({ origin, key, vsn }: { origin: string; key: string; vsn: string }): Promise<void> {
  const client = globalThis.supabase.createClient(origin, key, { realtime: { vsn } })
  const heard: unknown[] = []
  const config = { broadcast: { ack: true }, presence: { key: `page ${vsn}` } }
  const channel = client
    .channel('lobby', { config })
    .on('broadcast', { event: '*' }, ({ event, payload }) => heard.push({ event, payload }))
    .on('presence', { event: 'join' }, ({ key }) => heard.push(`${key} joins`))
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'books' }, (row) =>
      heard.push(row.new['title']),
    )
    .on('system', {}, ({ message }) => heard.push(message))
  await new Promise((resolve) => void channel.subscribe((status: string) => status === 'SUBSCRIBED' && resolve(null)))
  await channel.track({})
  globalThis.heard = heard
  globalThis.say = (event) => channel.send({ type: 'broadcast', event, payload: { é: 1 } })
}

describe.each(['1.0.0', '2.0.0'] as const)('a page over %s', (vsn) => {
  test('hears broadcasts, presences and rows, and is heard', async () => {
    const outside = target.as('anon').channel('lobby')
    const heardOutside: unknown[] = []
    outside.on('broadcast', { event: '*' }, ({ event, payload }) => heardOutside.push({ event, payload }))
    await subscribed(outside)
    const page = await openPage(vsn)
    await expect
      .poll(() => page.evaluate(() => globalThis.heard), { timeout: 20_000 })
      .toEqual(expect.arrayContaining([`page ${vsn} joins`, 'Subscribed to PostgreSQL']))
    expect(await page.evaluate(() => globalThis.say('hello'))).toBe('ok')
    await expect.poll(() => heardOutside).toEqual([{ event: 'hello', payload: { é: 1 } }])
    await outside.send({ type: 'broadcast', event: 'welcome', payload: { ü: 2 } })
    await target.sql(`insert into public.books (title) values ('Over ${vsn}')`)
    await expect
      .poll(() => page.evaluate(() => globalThis.heard), { timeout: 20_000 })
      .toEqual(expect.arrayContaining([{ event: 'welcome', payload: { ü: 2 } }, `Over ${vsn}`]))
    await page.close()
    await outside.unsubscribe()
  })
})
