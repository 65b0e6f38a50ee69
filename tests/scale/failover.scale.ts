/**
 * S3: the primary is lost, once by SIGKILL and once by SIGSTOP, while people write rows whose names they know: what was
 * acknowledged is there, each once, at the server that Patroni has made the primary.
 */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { number } from '../bench/support/report.ts'
import { startCluster } from './support/cluster.ts'
import { openKeptWords } from './support/kept-words.ts'
import { startPatroni, type PatroniDatabase } from './support/patroni.ts'
import { isTrue, until } from './support/programs.ts'

let opened: PatroniDatabase | undefined
await using cluster = await startCluster({
  roles: ['web', 'web', 'realtime', 'worker', 'relay'],
  openDatabase: async (folder) => (opened = await startPatroni(folder)),
})
const patroni = opened
assert.ok(patroni)
await using words = await openKeptWords(cluster)

for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
  const lost = await patroni.whole()
  await wait(2_000)
  words.forget()
  const lostAt = performance.now()
  await lost.signal(signal)
  await wait(1_500)
  const known = words.acknowledged()
  await until('writes are taken again', () => isTrue(words.acknowledged() > known + 5), 120_000)
  const seconds = (performance.now() - lostAt) / 1_000
  if (signal === 'SIGSTOP') {
    await wait(10_000)
    await lost.signal('SIGCONT')
  } else lost.start()
  await wait(10_000)
  const primary = await patroni.whole()
  console.log(
    `${signal} of the primary: writes again after ${number(seconds)} s (target ≤ 30), meanwhile ${words.statuses()}; ` +
      `the lost one is a synchronous standby again.`,
  )
  assert.notEqual(primary.name, lost.name)
  assert.ok(seconds <= 40)
}
await words.check()
const states = await Promise.all(cluster.nodes.map(async (node) => (await fetch(`${node.url}/readyz`)).status))
assert.deepEqual(new Set(states), new Set([200]))
