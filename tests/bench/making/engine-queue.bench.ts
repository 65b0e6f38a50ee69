/**
 * The built-in engine as people meet it, from the order to the file that is kept: milliseconds of CPU per picture by size
 * and by references, then pictures per minute while the queue is full, and how late the server's own event loop was meanwhile.
 * `npm run bench engine-queue`
 */
import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'

import sharp from 'sharp'

import { createBuiltinEngine } from '../../../supabase/functions/_shared/image-engines/builtin/builtin.ts'
import { createChain, type Chain } from '../../../supabase/functions/_shared/image-engines/chain/engine-chain.ts'
import { readChainSettings } from '../../../supabase/functions/_shared/image-engines/engine-settings.ts'
import type { ImageOrder, Reference } from '../../../supabase/functions/_shared/image-engines/image-engine.ts'

const prompts = [
  'coucher de soleil sur la mer avec un voilier',
  'forêt enchantée la nuit, lucioles et champignons',
  'Tokyo at night, neon signs in the rain',
  'mont Fuji et cerisiers, estampe japonaise',
  'désert avec trois montgolfières, minimaliste',
  'fond marin avec méduses et coraux',
  'bouquet de pivoines, aquarelle',
  'pirogues sur la lagune Ébrié au lever du soleil',
  'tissu wax africain rouge et jaune',
  'portrait of a woman with stars and flowers',
  'village médiéval au printemps, mosaïque',
  'Abidjan la nuit, reflets sur la lagune',
]
const sizes = [
  [512, 512],
  [1024, 1024],
  [1536, 1024],
] as const
const queued = Number(process.env['BENCH_PICTURES'] ?? 60)

function chainOf(threads: number): Chain {
  return createChain({
    engines: [createBuiltinEngine(threads)],
    settings: { ...readChainSettings({}), timeoutMs: 900_000, queue: 1000 },
    reviews: { before: async () => null, after: async () => null },
    observe: () => {},
  })
}

async function reference(key: number): Promise<Reference> {
  const side = 1200
  const data = Buffer.alloc(side * side * 3)
  for (let i = 0; i < side * side; i += 1) {
    const x = i % side
    const y = (i / side) | 0
    data[i * 3] = y < 450 ? 120 : 90 + 60 * Math.sin(x / 40 + key)
    data[i * 3 + 1] = y < 450 ? 170 : 110 + 50 * Math.cos(y / 30 + key)
    data[i * 3 + 2] = y < 450 ? 230 : 60
  }
  const file = await sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer()
  return { file, type: 'image/jpeg', role: 'auto', influence: 0.5 }
}

/** CPU of all threads: a busy machine tells the same. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function make(chain: Chain, order: Pick<ImageOrder, 'prompt' | 'width' | 'height' | 'seed' | 'references'>) {
  const made = await chain.makePicture(
    { ...order, jobId: crypto.randomUUID(), negativePrompt: null },
    { signal: new AbortController().signal, onProgress: () => {}, upstreamId: null, saveUpstreamId: async () => {} },
  )
  assert.equal(made.engine, 'builtin')
  assert.deepEqual([made.width, made.height], [order.width, order.height])
  assert.equal(made.receipts.length, order.references.length, 'every reference was used')
  assert.ok(made.file.length > 2_000, `a picture of ${made.file.length} bytes`)
}

function quantile(times: readonly number[], share: number): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
}

const asked = prompts.slice(0, Number(process.env['BENCH_PROMPTS'] ?? prompts.length))
const references = await Promise.all([1, 2, 3].map(reference))
const alone = chainOf(1)
const cold = await cpuOf(() => make(alone, { prompt: 'mer', width: 512, height: 512, seed: 1, references: [] }))
console.log(`first picture of a process, 512 × 512: ${Math.round(cold)} ms`)
for (const [width, height] of sizes) {
  for (const count of [0, 1, 3]) {
    const times: number[] = []
    for (const [seed, prompt] of asked.entries())
      times.push(
        await cpuOf(() => make(alone, { prompt, width, height, seed, references: references.slice(0, count) })),
      )
    const label = `${width} × ${height}, ${count} reference${count === 1 ? '' : 's'}`
    console.log(
      `${label.padEnd(30)} median ${quantile(times, 0.5)} ms   p90 ${quantile(times, 0.9)} ms   (${times.length})`,
    )
  }
}

for (const threads of [Math.max(1, availableParallelism() - 1), availableParallelism()]) {
  const chain = chainOf(threads)
  await Promise.all(
    Array.from({ length: threads }, (_, seed) =>
      make(chain, { prompt: 'mer', width: 256, height: 256, seed, references: [] }),
    ),
  )
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const before = process.cpuUsage()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: queued }, (_, i) =>
      make(chain, {
        prompt: prompts[i % prompts.length] ?? '',
        width: 1024,
        height: 1024,
        seed: i,
        references: i % 3 === 0 ? references.slice(0, 1) : [],
      }),
    ),
  )
  const ms = performance.now() - startedAt
  delay.disable()
  const { user, system } = process.cpuUsage(before)
  const perMinute = Math.round((queued * 60_000) / ms)
  console.log(
    `queue of ${queued} at 1024 × 1024, ${threads} of ${availableParallelism()} cores: ${perMinute} pictures per minute, ` +
      `${Math.round((user + system) / 1000 / queued)} ms of CPU each, event loop p99 ${Math.round(delay.percentile(99) / 1e6)} ms, ` +
      `memory ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB`,
  )
}
process.exit()
