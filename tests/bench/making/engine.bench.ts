// Time to paint on one core: `node tests/bench/making/engine.bench.ts`. CPU time, so that a busy machine tells the same.
import assert from 'node:assert/strict'
import process from 'node:process'

import { paint, type PaintRequest, type Pixels } from '@product/engine'

const ALL_PROMPTS = [
  'coucher de soleil sur la mer avec un voilier',
  'lac de montagne entouré de sapins, reflets du matin',
  'forêt enchantée la nuit, lucioles et champignons',
  'Tokyo at night, neon signs in the rain',
  'champ de lavande, impressionniste',
  'an astronaut floating in a colourful nebula',
  'mont Fuji et cerisiers, estampe japonaise',
  'a fox in the forest, stained glass',
  'désert avec trois montgolfières, minimaliste',
  'synthwave sunset with a car',
  'fond marin avec méduses et coraux',
  'aurore boréale au-dessus d’une cabane dans la neige',
  'abstract painting in blue and gold',
  'bouquet de pivoines, aquarelle',
  'Paris under the snow, Eiffel tower',
  'marché coloré d’Abidjan',
  'pirogues sur la lagune Ébrié au lever du soleil',
  'baobab et cases au crépuscule',
  'elephants and a giraffe in the savanna, poster',
  'tissu wax africain rouge et jaune',
  'a robot, pop art',
  'château au sommet d’une colline, pixel art',
  'portrait of a woman with stars and flowers',
  'phare breton dans la tempête, peinture à l’huile',
  'cat in front of the full moon, cubism',
  'village médiéval au printemps, mosaïque',
  'grande vague, estampe',
  'Abidjan la nuit, reflets sur la lagune',
  'forêt d’automne, rayons de lumière, pointillisme',
  'beach with palm trees and a canoe',
]

/** A busy machine may be asked for fewer: `BENCH_PROMPTS`. */
const PROMPTS = ALL_PROMPTS.slice(0, Number(process.env['BENCH_PROMPTS'] ?? ALL_PROMPTS.length))

const byPrompt = new Map<string, Buffer>()

/** Milliseconds of a picture, which must be one: as large as asked, of many colours, and of its prompt alone. */
function timeOf(request: PaintRequest): number {
  const before = process.cpuUsage()
  const { width, height, data } = paint(request)
  const { user, system } = process.cpuUsage(before)
  assert.deepEqual([width, height], [request.width, request.height])
  assert.equal(data.length % (width * height), 0)
  const picture = Buffer.from(data)
  assert.ok(new Set(picture).size > 50, `« ${request.prompt} » has colours`)
  const twin = [...byPrompt].find(([prompt, other]) => prompt !== request.prompt && other.equals(picture))
  assert.equal(twin, undefined, `« ${request.prompt} » looks like « ${twin?.[0]} »`)
  byPrompt.set(request.prompt, picture)
  return (user + system) / 1000
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!
}

function report(title: string, times: readonly number[]): void {
  const [median, p90, max] = [quantile(times, 0.5), quantile(times, 0.9), Math.max(...times)].map(Math.round)
  console.log(`${title.padEnd(34)} median ${median} ms   p90 ${p90} ms   max ${max} ms   (${times.length} prompts)`)
}

function reference(key: number): Pixels {
  const side = 800
  const data = new Uint8Array(side * side * 3)
  for (let i = 0; i < side * side; i++) {
    const x = i % side
    const y = (i / side) | 0
    data[i * 3] = y < 300 ? 120 : 90 + 60 * Math.sin(x / 40 + key)
    data[i * 3 + 1] = y < 300 ? 170 : 110 + 50 * Math.cos(y / 30 + key)
    data[i * 3 + 2] = y < 300 ? 230 : 60
  }
  return { width: side, height: side, data, channels: 3 }
}

function run(side: number, references: readonly Pixels[] = []): number[] {
  return PROMPTS.map((prompt, i) => timeOf({ prompt, width: side, height: side, seed: 1000 + i, references }))
}

paint({ prompt: 'mer', width: 256, height: 256, seed: 1 })
report('cold, first picture at 1024²', [timeOf({ prompt: PROMPTS[0]!, width: 1024, height: 1024, seed: 1 })])
report('1024²', run(1024))
report('512²', run(512))
report('1024², one reference', run(1024, [reference(1)]))
report('1024², three references', run(1024, [reference(1), reference(2), reference(3)]))
report(
  '2048²',
  PROMPTS.slice(0, 8).map((prompt, i) => timeOf({ prompt, width: 2048, height: 2048, seed: i })),
)
