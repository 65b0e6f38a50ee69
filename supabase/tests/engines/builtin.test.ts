import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { promisify } from 'node:util'

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { createBuiltinEngine } from '../../functions/_shared/image-engines/builtin/builtin.ts'
import { chosenEngines, describeEngines } from '../../functions/_shared/image-engines/chain/chosen-engine.ts'
import { readChainSettings } from '../../functions/_shared/image-engines/engine-settings.ts'
import { engineStages, type ImageOrder } from '../../functions/_shared/image-engines/image-engine.ts'
import { makeWith } from '../../functions/_shared/image-engines/pictures/made-picture.ts'
import { follow, noise, orderOf, pngOf, threeReferences } from './pictures.ts'

const engine = createBuiltinEngine(1)
const small = { width: 256, height: 256, prompt: 'pirogue sur la lagune, nuit' }
const make = (change: Partial<ImageOrder> = {}, context = follow()) =>
  makeWith(engine, orderOf({ ...small, ...change }), context)

test('tells its stages in order, and makes the same picture of the same order', async () => {
  const context = follow()
  const made = await make({}, context)
  const stages = context.progress.map(({ stage }) => stage)
  expect(stages).toEqual(engineStages.filter((stage) => stage !== 'queued').concat('encoding'))
  const shares = context.progress.map(({ share }) => share)
  expect(shares).toEqual(shares.toSorted((a, b) => a! - b!))
  expect(made).toMatchObject({
    seed: 4_000_000_000,
    isNeural: false,
    label: 'Moteur intégré (procédural, sans réseau de neurones)',
    facts: { neural: false, understood: expect.arrayContaining([expect.objectContaining({ word: 'nuit' })]) },
  })
  expect(Buffer.from((await make()).file).equals(made.file)).toBe(true)
  expect(JSON.stringify(made.facts)).not.toContain(small.prompt)
})

test('honours roles and influences, and says so in French', async () => {
  const [first, second, third] = await threeReferences()
  const { receipts } = await make({
    references: [
      { ...first!, role: 'style', influence: 0.8 },
      { ...second!, role: 'composition' },
      { ...third!, influence: 0.2 },
    ],
  })
  expect(receipts).toEqual([
    { position: 1, used: true, as: 'style', note: 'Donne ses couleurs et sa lumière à l’image, à 80 %.' },
    {
      position: 2,
      used: true,
      as: expect.any(String),
      note: expect.stringContaining('ses couleurs viennent de votre'),
    },
    { position: 3, used: true, as: expect.any(String), note: expect.stringContaining('suivie à 20 %') },
  ])
})

const halfOf = (file: Buffer) => file.subarray(0, file.length / 2)

describe('references that are none', () => {
  const reference = (file: Buffer) => ({
    references: [{ file, type: 'image/png' as const, role: 'auto' as const, influence: 0.5 }],
  })
  test.each([
    ['text', async () => Buffer.from('hello'), 'reference_type'],
    ['a drawing that would be run', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'reference_type'],
    ['a GIF', async () => noise(16, 16).gif().toBuffer(), 'reference_type'],
    ['half a PNG', async () => halfOf(await pngOf(200, 200)), 'reference_type'],
    ['41 million pixels', async () => sharp({ create: { width: 8200, height: 5000, channels: 3, background: '#fff' } }).png().toBuffer(), 'reference_too_large'],
  ] as const)('%s', async (_, file, problem) => {
    await expect(make(reference(await file()))).rejects.toMatchObject({ name: 'EngineError', problem })
  }) // prettier-ignore
})

test('stops at once when the person cancels, and paints the next one', async () => {
  const context = follow()
  const making = make({ width: 2048, height: 2048 }, context)
  await expect.poll(() => context.progress.length, { timeout: 20_000 }).toBeGreaterThan(0)
  context.abort(new Error('canceled'))
  await expect(making).rejects.toThrow('canceled')
  expect(await make()).toMatchObject({ width: 256 })
})

/** Prints the packages that a module loads. */
const listPackages = `
import { registerHooks } from 'node:module'
const seen = new Set()
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const [, name] = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*node_modules)/.exec(found.url) ?? []
    if (name) seen.add(name)
    return found
  },
})
process.on('exit', () => console.log(JSON.stringify([...seen])))
`

test('nothing of the AI SDK is loaded before an engine of it is chosen', async () => {
  const chain = new URL('../../functions/_shared/image-engines/chain/engine-chain.ts', import.meta.url)
  const script = `await import(${JSON.stringify(chain.href)})`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(listPackages)}`,
    '--input-type=module',
    '--eval',
    script,
  ])
  const packages = JSON.parse(stdout) as string[]
  expect(packages).toContain('cockatiel')
  expect(packages.filter((name) => name === 'ai' || name.startsWith('@ai-sdk/') || name === 'zod')).toEqual([])
})

describe('engines are described', () => {
  test('without a key in it, those that are asked first', () => {
    const env = { IMAGE_ENGINE: 'Fal , builtin', IMAGE_MODEL: 'fal-ai/flux/schnell', FAL_KEY: 'fal-secret' }
    const [fal, builtin, ...others] = describeEngines(env)
    expect(fal).toMatchObject({ name: 'fal', model: 'fal-ai/flux/schnell', isConfigured: true, place: 0 })
    expect(builtin).toMatchObject({ name: 'builtin', isNeural: false, isConfigured: true, place: 1 })
    expect(others.every(({ place }) => place === null)).toBe(true)
    expect(others.find(({ name }) => name === 'openai')).toMatchObject({ isConfigured: false })
    expect(JSON.stringify(describeEngines(env))).not.toContain('fal-secret')
  })

  test.each([
    ['midjourney', /IMAGE_ENGINE +names "midjourney"\n +expected: .*builtin/],
    ['openai', /IMAGE_ENGINE=openai needs OPENAI_API_KEY/],
    ['fal', /needs FAL_API_KEY or FAL_KEY/],
  ])('IMAGE_ENGINE=%s is told to be wrong', async (name, message) => {
    const env = { IMAGE_ENGINE: name }
    await expect((async () => chosenEngines(readChainSettings(env), env))()).rejects.toThrow(message)
  })

  test('all of them are named in the documents, with every setting', () => {
    const document = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    for (const { name } of describeEngines({})) expect(document).toMatch(new RegExp(`IMAGE_ENGINE.*[ ,:]${name}\\b`))
    for (const setting of [
      'ENGINE',
      'MODEL',
      'EDIT_MODEL',
      'TIMEOUT_SECONDS',
      'ATTEMPTS',
      'CONCURRENCY',
      'QUEUE',
      'BASE_URL',
      'DIALECT',
    ]) {
      expect(document).toContain(`\`IMAGE_${setting}\``)
      expect(example).toMatch(new RegExp(`^IMAGE_${setting}=`, 'm'))
    }
  })
})
