/**
 * S12: a machine whose server backs itself up is lost with its disk while people write; its backup becomes a server in an empty
 * folder. What was acknowledged is there, but for what was written after the last piece of the log that had left the machine.
 */
import assert from 'node:assert/strict'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { number, quantile } from '../bench/support/report.ts'
import { scaleFolder } from './support/cluster.ts'
import { openKeptWords } from './support/kept-words.ts'
import { npmRun, startLoneNode } from './support/lone-node.ts'

const minutes = Number(process.argv[2] ?? 8)

await using resources = new AsyncDisposableStack()
const folder = await scaleFolder(resources)
const [data, place, anew] = ['data', 'backups', 'anew'].map((name) => join(folder, name)) as [string, string, string]
await mkdir(place)
const settings = {
  BACKUP_TO: place,
  BACKUP_KEY: 'a-passphrase-of-this-rehearsal',
  PUBLIC_URL: 'http://scale.localhost',
}
const node = resources.use(await startLoneNode(folder, data, settings))
const words = await openKeptWords(node, 2)
resources.defer(() => words.end())
await wait(20_000)
const calm = quantile(words.readMs, 0.95)
words.forget()
const madeAt = performance.now()
console.log(await npmRun(['backup'], { ...node.environment }))
const madeIn = (performance.now() - madeAt) / 1_000
const during = quantile(words.readMs, 0.95)
console.log(
  `A backup under load in ${number(madeIn)} s; p95 of reads ${number(during)} ms, before ${number(calm)} ms (target < 2 ×: ${number(during / calm)} ×).`,
)
await wait(minutes * 60_000)

const lostAt = Date.now()
const postmaster = Number((await readFile(join(data, 'database/cluster/postmaster.pid'), 'utf8')).split('\n')[0])
await node.program.end('SIGKILL')
process.kill(postmaster, 'SIGKILL')
await wait(1_000)
await rm(data, { recursive: true, maxRetries: 5 })
await words.end()
const restoredAt = performance.now()
console.log(await npmRun(['restore', '--', place], { ...settings, DATA_DIR: anew }))
await using again = await startLoneNode(folder, anew, settings)
const backIn = (performance.now() - restoredAt) / 1_000
const there = new Set(
  (await again.database.rows<{ id: string }>('select id from public.kept_words')).map(({ id }) => id),
)
const lost = [...words.acknowledgedAt].filter(([id]) => !there.has(id)).map(([, at]) => at)
const reach = lost.length === 0 ? 0 : (lostAt - Math.min(...lost)) / 60_000
console.log(
  `${words.acknowledgedAt.size} acknowledged over ${minutes} min and more, ${lost.length} of them lost: what was written in the last ` +
    `${number(reach)} min (target ≤ 6); restored and serving after ${number(backIn)} s.`,
)
assert.ok(reach <= 6.2)
assert.deepEqual(await again.database.rows('select * from ledger.violations'), [])
