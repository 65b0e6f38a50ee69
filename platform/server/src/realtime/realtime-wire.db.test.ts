import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, type RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { composeSystem, readConfig, type System } from '../index.ts'

let root: string
let system: System

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'realtime-wire-'))
  await mkdir(join(root, 'supabase'))
  await writeFile(join(root, 'supabase', 'config.toml'), '[realtime]\nsubject_field = "reader_id"\n')
  system = await composeSystem(readConfig({ PORT: '0', LOG_LEVEL: 'silent', SEED_DEMO: 'off' }, { root }))
})
afterAll(async () => {
  await system.close()
  await rm(root, { recursive: true, force: true })
})

function subscribed(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status: string, error) => {
      if (status === 'SUBSCRIBED') resolve(channel)
      if (status === 'CHANNEL_ERROR') reject(error ?? new Error(status))
    })
  })
}

describe('realtime/v1 of a whole system', () => {
  it('knows people by their session, and tells others who they are under the product’s name for it', async () => {
    const visitor = createClient(system.url, system.anonKey)
    const member = createClient(system.url, system.anonKey, { auth: { persistSession: false } })
    const { data } = await member.auth.signUp({ email: 'ada@example.com', password: 'Analytical-Engine-1843' })
    const listening = visitor.channel('counter')
    const heard: unknown[] = []
    listening.on('broadcast', { event: 'bell' }, ({ meta }) => heard.push(meta))
    await subscribed(listening)
    await member.realtime.setAuth()
    const speaking = await subscribed(member.channel('counter'))
    await speaking.send({ type: 'broadcast', event: 'bell', payload: {} })
    await expect.poll(() => heard).toEqual([{ reader_id: data.user?.id }])
    const metrics = await (await fetch(`${system.url}/metrics`)).text()
    expect(metrics).toContain('\nrealtime_connections 2\n')
    await Promise.all([visitor, member].map((client) => client.removeAllChannels()))
  })

  it('answers other upgrades as if they had not been asked for', async () => {
    const { port } = new URL(system.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: upgrade, close\r\nUpgrade: h2c\r\n\r\n')
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('lets a stop end its sockets first, so that nothing waits for them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'realtime-stop-'))
    const other = await composeSystem(
      readConfig({ PORT: '0', LOG_LEVEL: 'silent', SEED_DEMO: 'off' }, { root: folder }),
    )
    const client = createClient(other.url, other.anonKey, { realtime: { reconnectAfterMs: () => 60_000 } })
    const channel = client.channel('counter')
    const messages: string[] = []
    channel.on('system', {}, ({ message }: { message: string }) => messages.push(message))
    await subscribed(channel)
    const started = performance.now()
    await other.close()
    expect(performance.now() - started).toBeLessThan(15_000)
    await expect.poll(() => messages).toEqual(['Realtime is restarting, please standby'])
    await client.realtime.disconnect()
    await rm(folder, { recursive: true, force: true })
  })
})
