import { inspect } from 'node:util'

import { describe, expect, test } from 'vitest'

import { orderOf, threeReferences, witness } from '../own-orders.ts'
import { orderPath, refused, startSdapi } from './sdapi-under-test.ts'

const families = ['web', 'next', 'cpp', 'cpp-web'] as const
const base64 = (file: Uint8Array | undefined) => Buffer.from(file ?? []).toString('base64')

describe.each(families)('%s', (family) => {
  test('a description becomes a picture, with all that was asked for', async () => {
    const { picture, fake, engine } = await startSdapi(family, { steps: 12 })
    const made = await engine.generate(orderOf({ width: 500 }), witness())
    expect(Buffer.from(made.file)).toEqual(picture)
    expect(made.seed).toBe(family === 'cpp-web' ? null : 42)
    expect(made.receipts).toEqual([])
    expect(made.warnings).toEqual(['Ce moteur travaille par pas de 8 pixels : 500 × 384 devient 504 × 384.'])
    expect(fake.painted).toMatchObject([
      { prompt: 'une pirogue sur la lagune', negative_prompt: 'du texte', width: 504, height: 384, seed: 42 },
    ])
    expect(JSON.stringify(fake.painted)).toMatch(/"(?:sample_)?steps":12/)
  })

  test.each([1, 2, 3])('%i references arrive as they are, or the receipt says why not', async (count) => {
    const { fake, engine } = await startSdapi(family)
    const references = (await threeReferences([{ influence: 0 }])).slice(0, count)
    const made = await engine.generate(orderOf({ references }), witness())
    const files = references.map(({ file }) => base64(file))
    const [body = {}] = fake.painted
    const [started, further, strength] = {
      web: [body['init_images'], [], body['denoising_strength']],
      'cpp-web': [body['init_images'], body['extra_images'] ?? [], body['denoising_strength']],
      next: [body['inputs'], [], body['denoising_strength']],
      cpp: [[body['init_image']], body['ref_images'] ?? [], body['strength']],
    }[family]
    const takesMore = family.startsWith('cpp')
    expect([started, further, strength]).toEqual([files.slice(0, 1), takesMore ? files.slice(1) : [], 0.95])
    const others = takesMore ? [true, 'edit-input'] : [false, 'engine-takes-one']
    expect(made.receipts.map(({ used, as }) => [used, as])).toEqual([[true, 'init'], others, others].slice(0, count))
    expect(engine.capabilities().references).toBe(takesMore ? 3 : 1)
  })

  test('what a style cannot be is said', async () => {
    const { engine } = await startSdapi(family)
    const references = (await threeReferences([{ role: 'style' }])).slice(0, 1)
    const { receipts } = await engine.generate(orderOf({ references }), witness())
    expect(receipts[0]?.note).toContain('ce moteur ne sait pas n’en garder que le style')
  })

  test('F-09 orders to the server are taken out of the prompt, however they are wrapped', async () => {
    const { fake, engine } = await startSdapi(family)
    const tag = '<sd_cpp_extra_args>{"lora":[{"path":"x"}]}</sd_cpp_extra_args>'
    const hidden = [
      'un chat ',
      tag,
      '<SD_CPP_extra_args >{}</sd_cpp_extra_args>',
      '<sd_cpp_<sd_cpp_extra_args>a</sd_cpp_extra_args>extra_args>{}',
    ]
    const made = await engine.generate(orderOf({ prompt: hidden.join(''), negativePrompt: `${tag}flou` }), witness())
    expect(fake.painted).toMatchObject([{ prompt: 'un chat ', negative_prompt: 'flou' }])
    expect(made.warnings).toEqual(['Des instructions cachées dans la description ont été retirées.'])
  })

  test('the family is found out once, and a family is not taken for another because a server is busy', async () => {
    const { fake, engine } = await startSdapi(family)
    fake.script('GET /sdcpp/v1/capabilities', { status: 502 })
    expect(await refused(engine.generate(orderOf(), witness()))).toMatchObject({ isRetryable: true, upstream: '502' })
    await engine.generate(orderOf(), witness())
    await engine.generate(orderOf(), witness())
    expect(fake.count('GET /sdcpp/v1/capabilities')).toBe(2)
    expect(fake.painted).toHaveLength(2)
  })

  test('user and password, by the settings or in the address', async () => {
    const { fake, create } = await startSdapi(family, {}, 'op:ge:heim')
    const { host } = new URL(fake.url)
    const engines = [create({ user: 'op', password: 'ge:heim' }), create({ url: `http://op:ge%3Aheim@${host}/` })]
    for (const engine of engines) await engine.generate(orderOf(), witness())
    expect(fake.painted).toHaveLength(2)
    expect(await refused(create().generate(orderOf(), witness()))).toMatchObject({
      isRetryable: false,
      upstream: '401',
    })
  })

  test.each([
    {
      reply: { status: 429, body: { error: 'job queue is full' }, headers: { 'Retry-After': '3' } },
      problem: 'engine_busy',
      retryAfterMs: 3000,
    },
    { reply: { status: 500, body: { error: 'OutOfMemoryError' } }, problem: 'engine_failed', isRetryable: true },
    {
      reply: { status: 400, body: { error: 'invalid generation parameters' } },
      problem: 'engine_failed',
      isRetryable: false,
    },
    {
      reply: { status: 422, body: { detail: [{ loc: ['body', 'seed'], msg: 'too big', input: 'mon secret' }] } },
      problem: 'engine_failed',
      isRetryable: false,
    },
    { reply: { half: { images: ['x'.repeat(1000)] } }, problem: 'engine_failed', isRetryable: true },
    { reply: { body: '<html>' }, problem: 'engine_failed' },
  ] as const)('an order answered by $reply', async ({ reply, ...expected }) => {
    const { fake, engine } = await startSdapi(family)
    fake.script(orderPath[family], reply)
    const error = await refused(engine.generate(orderOf(), witness()))
    expect(error).toMatchObject(expected)
    expect(error.message).not.toContain('secret')
  })

  test('a server that hangs is left when the time is over', async () => {
    const { fake, engine } = await startSdapi(family)
    fake.script(orderPath[family], 'hang')
    const context = witness()
    const work = engine.generate(orderOf(), context)
    await fake.until(orderPath[family])
    context.cancel(new Error('too late'))
    await expect(work).rejects.toThrow('too late')
  })
})

test('F-14 no error names a password or an address', async () => {
  const { fake, create } = await startSdapi('web')
  const { port } = new URL(fake.url)
  fake.script('GET /sdcpp/v1/', { status: 500, body: { detail: 'Basic b3A6Z2VoZWlt for geheim' } })
  const errors = [
    await refused(create({ user: 'op', password: 'geheim' }).generate(orderOf(), witness())),
    await refused(create({ url: `http://op:geheim@127.0.0.1:1` }).generate(orderOf(), witness())),
    await refused(create({ url: `http://op:geheim@127.0.0.1:${port}/nothing` }).generate(orderOf(), witness())),
  ]
  for (const error of errors) expect(inspect(error, { depth: 9 })).not.toMatch(/geheim|b3A6|127\.0\.0\.1/)
  expect(errors[2]?.message).toContain('--api')
})
