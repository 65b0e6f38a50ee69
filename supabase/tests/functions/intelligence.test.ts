import { randomUUID } from 'node:crypto'

import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import {
  AnalyzeImageResult,
  AnalyzeResult,
  EnhanceResult,
  SearchReferencesResult,
  TemplateListResult,
  TemplateResult,
} from '../../functions/_shared/contract/src/index.ts'
import { asked, dataUrl, person, visitor, type Person } from './intelligence-callers.ts'

let system: RunningSystem
let awa: Person
let kossi: Person
let nobody: Pick<Person, 'client'>
let png: Buffer

beforeAll(async () => {
  system = await startSystem()
  ;[awa, kossi] = await Promise.all([person(system), person(system)])
  nobody = visitor(system)
  png = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#305a7d' } })
    .png()
    .toBuffer()
})
afterAll(() => system[Symbol.asyncDispose]())

const enhance = { action: 'enhance', prompt: 'Montagnes sans neige' }

test('enhance proposes, says what it added and what is to be avoided, and keeps the refusal out', async () => {
  const answer = v.parse(EnhanceResult, await asked(awa, { ...enhance, references: [dataUrl(png)] }))
  expect(answer).toMatchObject({ source: 'rules', language: 'fr' })
  expect(answer).not.toHaveProperty('fallback')
  expect(answer.enhanced_prompt).toMatch(/^Montagnes, /)
  expect(answer.enhanced_prompt).not.toMatch(/neige/)
  expect(answer.enhanced_prompt).toContain('palette reprise de la référence : bleu pétrole')
  expect(answer.negative_prompt).toMatch(/^neige, /)
  expect(answer.added.map(({ text }) => text).every((text) => answer.enhanced_prompt.includes(text))).toBe(true)
  expect(answer.workflow_steps.map(({ action, status }) => `${action} ${status}`)).toEqual([
    'analyze_image pending',
    'enhance done',
    'generate pending',
    'publish pending',
  ])
  const again = v.parse(
    EnhanceResult,
    await asked(awa, { ...enhance, prompt: answer.enhanced_prompt, negative_prompt: answer.negative_prompt }),
  )
  expect(again.added).toEqual([])
})

test('analyze tells score, warnings, mode, size, cost and what is on the images', async () => {
  const answer = v.parse(
    AnalyzeResult,
    await asked(awa, {
      action: 'analyze',
      prompt: 'portrait d’une femme la nuit, grand soleil',
      images: Array.from({ length: 4 }, () => dataUrl(png)),
    }),
  )
  expect(answer).toMatchObject({
    source: 'rules',
    detected: { scene: 'portrait', time: 'night', objects: ['person', 'sun'] },
    recommended_mode: 'cortexia',
    recommended_size: { width: 832, height: 1216 },
    estimated_cost: 1,
  })
  expect(answer.warnings).toEqual([
    '« Nuit » et « soleil » se contredisent.',
    '3 images maximum : les suivantes ne serviront pas.',
    ...[1, 2, 3].map((place) => `L’image ${place} est très floue.`),
  ])
  expect(answer.images.map(({ width, height }) => [width, height])).toEqual([1, 2, 3].map(() => [300, 400]))
  const english = v.parse(AnalyzeResult, await asked(nobody, { action: 'analyze', prompt: 'a cat' }))
  expect(english).toMatchObject({ language: 'en', recommended_mode: 'normal', score: 0.14 })
})

test('analyze_image measures, names colours in the language asked for, and guesses nothing', async () => {
  const answer = v.parse(AnalyzeImageResult, await asked(nobody, { action: 'analyze_image', imageUrl: dataUrl(png) }))
  expect(answer).toMatchObject({
    source: 'rules',
    width: 300,
    height: 400,
    format: 'png',
    orientation: 'portrait',
    created_from: null,
    palette: [{ hex: '#305a7d', share: 1, name: 'bleu pétrole' }],
  })
  expect(answer.description).toMatch(/^Image au format portrait \(300 × 400\)/)
  const english = await asked<AnalyzeImageResult>(nobody, {
    action: 'analyze_image',
    imageUrl: dataUrl(png),
    language: 'en',
  })
  expect(english).toMatchObject({ language: 'en', palette: [{ name: 'petrol blue' }] })
})

const template = (body: object) => asked(nobody, { action: 'template', ...body })

test('ten templates with named slots, in both languages', async () => {
  const { templates } = v.parse(TemplateListResult, await template({}))
  expect(templates.map((entry) => entry.template)).toEqual([
    'portrait', 'paysage', 'affiche', 'produit', 'motif-wax', 'carte-de-voeux', 'couverture', 'avatar', 'logo-abstrait', 'fond-ecran',
  ]) // prettier-ignore
  for (const language of ['fr', 'en']) {
    const listed = v.parse(TemplateListResult, await template({ language }))
    for (const { slots, template: name } of listed.templates) {
      const filled = v.parse(TemplateResult, await template({ template: name, language }))
      expect(filled.prompt).not.toMatch(/[{}]|undefined/)
      for (const slot of slots) expect(filled.prompt).toContain(slot.default)
    }
  }
})

test('slots are filled with what is given, blank ones with what the form says, unknown ones with nothing', async () => {
  const given = { sujet: '{style} et $& ', tenue: ' ', zorglub: 'x' }
  const filled = v.parse(TemplateResult, await template({ template: 'portrait', slots: given }))
  expect(filled.prompt).toMatch(/^Portrait de \{style\} et \$&, en pagne brodé, /)
  expect(filled.slots).not.toHaveProperty('zorglub')
  expect(await template({ template: 'avatar', personnage: 'un lion' })).toMatchObject({
    prompt: expect.stringMatching(/un lion/),
  })
  expect(await template({ template: 'constructor' })).toMatchObject({
    status: 404,
    code: 'not_found',
    field: 'template',
  })
})

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['an unknown action', { action: 'drop' }, { field: 'action' }],
  ['an action of the prototype', { action: 'constructor' }, { field: 'action' }],
  ['no action', {}, { field: 'action' }],
  ['no prompt', { action: 'enhance' }, { code: 'prompt_required', field: 'prompt' }],
  ['an invisible prompt', { action: 'analyze', prompt: '\u200B\u2060' }, { code: 'prompt_required', field: 'prompt' }],
  [
    'F-09 a prompt of 100 kB',
    { action: 'enhance', prompt: 'x'.repeat(100_000) },
    { code: 'prompt_too_long', field: 'prompt' },
  ],
  ['a null character', { action: 'enhance', prompt: 'a\0b' }, { field: 'prompt' }],
  [
    'a fourth reference',
    { action: 'enhance', prompt: 'a', references: ['a', 'b', 'c', 'd'] },
    { code: 'too_many_references' },
  ],
  ['21 images', { action: 'analyze', prompt: 'a', images: Array.from({ length: 21 }, () => 'a') }, { field: 'images' }],
  ['a query of 201 characters', { action: 'search_references', query: 'x'.repeat(201) }, { field: 'query' }],
  ['an unknown category', { action: 'search_references', query: 'x', category: 'y' }, { field: 'category' }],
  ['an unknown language', { action: 'enhance', prompt: 'a', language: 'de' }, { field: 'language' }],
])('%s is refused', async (_, body, refusal) => {
  expect(await asked(awa, body)).toMatchObject({
    status: 400,
    code: 'bad_request',
    message: expect.any(String),
    ...refusal,
  })
})

test.each(['[]', '"enhance"', 'null', '{', ''])('the body %s is refused', async (body) => {
  const headers = { authorization: `Bearer ${system.anonKey}`, 'content-type': 'application/json' }
  const response = await fetch(`${system.url}/functions/v1/cortexia-intelligence`, { method: 'POST', headers, body })
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'bad_request'])
})

test('F-05 with a session, nobody asks in another name; a visitor’s claim means nothing', async () => {
  const forbidden = { status: 403, code: 'not_allowed', message: 'Non autorisé' }
  expect(await asked(awa, enhance, { 'X-User-Id': kossi.id })).toMatchObject({ ...forbidden, field: 'X-User-Id' })
  expect(await asked(awa, { ...enhance, user_id: kossi.id })).toMatchObject({ ...forbidden, field: 'user_id' })
  expect(await asked(awa, { ...enhance, user_id: awa.id.toUpperCase() }, { 'X-User-Id': awa.id })).toMatchObject({
    source: 'rules',
  })
  expect(await asked(nobody, { ...enhance, user_id: awa.id }, { 'X-User-Id': kossi.id })).toMatchObject({
    source: 'rules',
  })
})

test.each([
  ['generate', { prompt: 'une pirogue', width: 256, height: 256 }],
  ['execute_step', { workflowId: randomUUID(), stepIndex: 0 }],
])('F-05 %s is not for the public key, whoever it claims to be', async (action, body) => {
  const answer = await asked(nobody, { action, user_id: awa.id, ...body }, { 'X-User-Id': awa.id })
  expect(answer).toMatchObject({ status: 401, code: 'not_authenticated' })
})

test('a token that is none, and no token at all', async () => {
  const post = (headers: Record<string, string>) =>
    fetch(`${system.url}/functions/v1/cortexia-intelligence`, {
      method: 'POST',
      headers,
      body: JSON.stringify(enhance),
    })
  expect((await post({})).status).toBe(401)
  expect((await post({ authorization: 'Bearer a.b.c' })).status).toBe(401)
  const forged = `${awa.token.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`
  expect((await post({ authorization: `Bearer ${forged}` })).status).toBe(401)
  const { status } = await post({ authorization: `Bearer ${system.serviceRoleKey}` })
  expect(status).toBe(401)
})

test('browsers of other origins may send the headers of spec §7', async () => {
  const response = await fetch(`${system.url}/functions/v1/cortexia-intelligence`, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-headers': 'x-user-id, authorization' },
  })
  expect(response.headers.get('access-control-allow-headers')).toMatch(/x-user-id/)
})

test('F-11 a step of a workflow that is not there', async () => {
  for (const body of [
    { workflowId: randomUUID(), stepIndex: 0 },
    { workflowId: '../x', stepIndex: -1 },
  ]) {
    expect(await asked(awa, { action: 'execute_step', ...body })).toMatchObject({ status: 404, code: 'not_found' })
  }
})

interface Made {
  readonly images: string[]
  readonly metadata: { readonly generation_id: string }
}

test('generate is an order like v0-generator’s; what was made tells its words to whom they may be told', async () => {
  const prompt = 'une pirogue rouge sur la lagune au coucher du soleil'
  const made = (await asked<Made>(awa, {
    action: 'generate',
    prompt,
    width: 256,
    height: 256,
    user_id: awa.id,
  })) as Made
  const imageUrl = made.images[0] ?? ''
  const { data } = await awa.client.from('generations').select('prompt,status').eq('id', made.metadata.generation_id)
  expect(data).toEqual([{ prompt, status: 'succeeded' }])

  const seenBy = (who: Pick<Person, 'client'>) => asked<AnalyzeImageResult>(who, { action: 'analyze_image', imageUrl })
  expect(await seenBy(awa)).toMatchObject({
    created_from: prompt,
    suggested_prompt: prompt,
    description: expect.stringMatching(`Créée à partir de : « ${prompt} ».`),
  })
  expect(await seenBy(kossi)).toMatchObject({ created_from: null })

  const publish = async (words: string, fields: object = {}) => {
    const { error } = await awa.client.from('feed_posts').insert({ prompt: words, image_url: imageUrl, ...fields })
    expect(error).toBeNull()
  }
  await publish(prompt, { prompt_visible: false })
  expect(await seenBy(kossi)).toMatchObject({ created_from: null })
  await publish(prompt, { visibility: 'private' })
  expect(await seenBy(nobody)).toMatchObject({ created_from: null })
  await publish(prompt)
  expect(await seenBy(kossi)).toMatchObject({ created_from: prompt })

  const search = async (query: string, who: Pick<Person, 'client'> = nobody, category: string | null = null) =>
    v.parse(SearchReferencesResult, await asked(who, { action: 'search_references', query, category }))
  const english = await search('sunset')
  expect(english.suggested_references).toMatchObject([
    { url: imageUrl, creator_id: awa.id, type: 'sujet', width: 256, height: 256 },
  ])
  expect(english.example_queries).toEqual([])
  await publish('le coucher de soleil, encore')
  await publish('un autre coucher de soleil')
  expect((await search('coucher de soleil')).suggested_references).toHaveLength(2)
  expect((await search('pirogue', awa, 'palette')).suggested_references[0]).toMatchObject({
    type: 'palette',
    description: prompt,
  })
  const nothing = await search('locomotive à vapeur')
  expect(nothing.suggested_references).toEqual([])
  expect(nothing.example_queries).toHaveLength(3)
  await publish('secret', { prompt_visible: false, description: 'lune au-dessus du fjord' })
  expect((await search('fjord')).suggested_references[0]?.description).toBe('lune au-dessus du fjord')
})
