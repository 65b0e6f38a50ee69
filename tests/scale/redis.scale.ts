/**
 * S5: Redis is killed for a while, emptied, and halted: nobody gets an error for it, words between the nodes and presences are
 * back soon after it is, and the limit of wrong passwords holds for all nodes together meanwhile.
 */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import type { RealtimeChannel } from '@supabase/supabase-js'

import { number } from '../bench/support/report.ts'
import { startCluster } from './support/cluster.ts'
import { openKeptWords } from './support/kept-words.ts'
import { isTrue, until } from './support/programs.ts'

const seconds = Number(process.argv[2] ?? 60)
const limit = 30

await using cluster = await startCluster()
const { redis } = cluster
await using words = await openKeptWords(cluster, 2)

interface Guest {
  readonly name: string
  readonly channel: RealtimeChannel
  readonly heard: Set<string>
}

/** Four, of whom the balancer gives two to either node. */
async function enter(name: string): Promise<Guest> {
  const heard = new Set<string>()
  const channel = cluster.visitor().channel('room', { config: { presence: { key: name } } })
  channel.on('broadcast', { event: 'word' }, ({ payload }) => void heard.add(String(payload['word'])))
  channel.on('presence', { event: 'sync' }, () => {})
  await new Promise<void>((resolve) => {
    channel.subscribe((status: string) => {
      if (status === 'SUBSCRIBED') resolve()
    })
  })
  await channel.track({ name })
  return { name, channel, heard }
}

const guests: Guest[] = []
for (const name of ['awa', 'kossi', 'mawuli', 'yao']) guests.push(await enter(name))
const everybody = guests
  .map(({ name }) => name)
  .sort()
  .join()
const seesAll = ({ channel }: Guest) => Object.keys(channel.presenceState()).sort().join() === everybody
await until('everybody sees everybody', () => isTrue(guests.every(seesAll)))

/** A word of each reaches all others: sent again and again, for what nobody could hear is not kept. */
async function wordsArrive(): Promise<void> {
  await until('words arrive everywhere', async () => {
    const word = crypto.randomUUID()
    for (const { name, channel } of guests)
      await channel.send({ type: 'broadcast', event: 'word', payload: { word: `${name} ${word}` } })
    await wait(300)
    const hears = (guest: Guest) =>
      guests.every(({ name }) => name === guest.name || guest.heard.has(`${name} ${word}`))
    return isTrue(guests.every(hears))
  })
}
await wordsArrive()

/** Somebody at an address of their own tries passwords at all nodes by turns; answers how many were looked at. */
async function tryPasswords(address: string): Promise<number> {
  const nodes = cluster.of('web')
  let looked = 0
  for (let at = 0; at < limit + 15; at += 1) {
    const answer = await fetch(`${nodes[at % nodes.length]?.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: cluster.anonKey, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email: `nobody${at}.${address}@example.com`, password: `wrong-${at}` }),
    })
    assert.ok(answer.status < 500, `${answer.status}`)
    if (answer.status !== 429) looked += 1
    await answer.text()
  }
  return looked
}

const before = await tryPasswords('203.0.113.1')
assert.ok(Math.abs(before - limit) <= 1, `${before}`)

const troubles = [
  {
    name: 'killed',
    begin: () => redis.kill(),
    end: () => redis.start(),
  },
  {
    name: 'halted',
    begin: async () => redis.signal('SIGSTOP'),
    end: async () => redis.signal('SIGCONT'),
  },
  {
    name: 'emptied',
    begin: async () => {
      await redis.say('FLUSHALL')
    },
    end: async () => {},
  },
]
for (const [at, { name, begin, end }] of troubles.entries()) {
  words.forget()
  await begin()
  const looked = await tryPasswords(`203.0.113.${at + 2}`)
  await wait(name === 'emptied' ? 1_000 : seconds * 1_000)
  await end()
  const backAt = performance.now()
  await wordsArrive()
  const wordsAfter = (performance.now() - backAt) / 1_000
  await until('everybody sees everybody', () => isTrue(guests.every(seesAll)))
  const presenceAfter = (performance.now() - backAt) / 1_000
  console.log(
    `Redis ${name}: ${words.statuses()}; of ${limit + 15} wrong passwords at two nodes ${looked} were looked at; then words ` +
      `after ${number(wordsAfter)} s (target ≤ 10), presence after ${number(presenceAfter)} s (target ≤ 20).`,
  )
  for (const what of ['writes', 'reads'] as const)
    assert.ok([...words.counts(what).keys()].every((status) => status < 500 && status > 0))
  assert.ok(looked <= limit + 2)
  assert.ok(wordsAfter <= 10 && presenceAfter <= 20)
}
await words.check()
process.exit(0)
