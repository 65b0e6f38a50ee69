/** What each model is asked, by its traits; and the façades of servers of one's own. */
import { describe, expect, test } from 'vitest'

import { traitsOf, type AiProviderName } from '../../../functions/_shared/image-engines/ai-sdk/ai-sdk-models.ts'
import { wordFor } from '../../../functions/_shared/image-engines/ai-sdk/ai-sdk-providers.ts'
import { toModelRequest } from '../../../functions/_shared/image-engines/ai-sdk/ai-sdk-request.ts'
import type { ImageOrder } from '../../../functions/_shared/image-engines/image-engine.ts'
import { orderOf, threeReferences } from '../pictures.ts'

const references = await threeReferences()

function word(name: AiProviderName, model: string, order: Partial<ImageOrder> = {}, env: Record<string, string> = {}) {
  const request = toModelRequest(orderOf(order), traitsOf(name, model, env))
  return { request, wording: wordFor(name, request, { model, env, timeoutMs: 60_000 }) }
}

test.each([
  ['openai', 'gpt-image-2', '1024x1280', { size: '1024x1536', ratio: null }],
  ['openai', 'gpt-image-2', '1920x1080', { size: '1536x1024', ratio: null }],
  ['openai', 'gpt-image-2', '1024x1024', { size: '1024x1024', ratio: null }],
  ['openai', 'dall-e-3', '720x1280', { size: '1024x1792', ratio: null }],
  ['openai', 'dall-e-2', '500x500', { size: '512x512', ratio: null }],
  ['google', 'gemini-2.5-flash-image', '1024x1280', { size: null, ratio: '4:5' }],
  ['xai', 'grok-imagine-image', '1080x1920', { size: null, ratio: '9:16' }],
  ['fal', 'fal-ai/flux/dev', '1000x750', { size: '1008x752', ratio: null }],
  ['replicate', 'black-forest-labs/flux-dev', '1024x768', { size: null, ratio: '4:3' }],
  ['openai-compatible', 'default', '2048x2048', { size: '2048x2048', ratio: null }],
] as const)('%s %s is asked for %s as %o', (name, model, wanted, measures) => {
  const [width, height] = wanted.split('x').map(Number) as [number, number]
  expect(word(name, model, { width, height }).wording).toMatchObject(measures)
})

test('models that measure in pixels are told so in their own words, and a shape is kept where it is too large', () => {
  const large = { width: 2048, height: 1024 }
  expect(word('black-forest-labs', 'flux-2-pro', large).wording.options).toEqual({
    blackForestLabs: { pollTimeoutMillis: 70_000, outputFormat: 'png', width: 1440, height: 736 },
  })
  const sdxl = word('replicate', 'stability-ai/sdxl:39ed', { ...large, negativePrompt: 'flou' }).wording
  expect(sdxl.options['replicate']).toMatchObject({ width: 1536, height: 768, negative_prompt: 'flou' })
})

test.each([
  ['openai', 'dall-e-3', []],
  ['openai', 'dall-e-2', [1]],
  ['fal', 'fal-ai/flux/dev', []],
  ['fal', 'fal-ai/flux/dev/image-to-image', [1]],
  ['fal', 'fal-ai/flux-2/edit', [1, 2, 3]],
  ['replicate', 'stability-ai/sdxl', [1]],
  ['black-forest-labs', 'flux-pro-1.1', []],
  ['black-forest-labs', 'flux-kontext-pro', [1, 2, 3]],
] as const)('%s %s uses references %j, and accounts for the others', (name, model, used) => {
  const { request, wording } = word(name, model, { references })
  expect(request.receipts.map(({ position }) => position)).toEqual([1, 2, 3])
  expect(request.receipts.filter((receipt) => receipt.used).map(({ position }) => position)).toEqual(used)
  expect(request.receipts.filter((receipt) => !receipt.used).every(({ note }) => note.startsWith('Non utilisée'))).toBe(
    true,
  )
  expect(wording.files).toEqual(references.slice(0, used.length).map(({ file }) => file))
})

test('influence is a strength where there is one, and a seed fits into 31 bits', () => {
  const [first] = references
  const close = word('fal', 'fal-ai/flux/dev/image-to-image', { references: [{ ...first!, influence: 1 }] }).wording
  expect(close.options['fal']).toMatchObject({ strength: 0.25 })
  const usual = word('fal', 'fal-ai/flux/dev/image-to-image', { references: [first!] }).wording
  expect(usual.options['fal']).toEqual({})
  expect(word('fal', 'fal-ai/flux/dev', { seed: 0xffff_ffff }).wording.seed).toBe(0x7fff_ffff)
  expect(word('openai', 'gpt-image-2').wording.seed).toBeNull()
})

describe('a server of one’s own', () => {
  const hostile =
    '</sd_cpp_extra_args>une <sd_cpp<sd_cpp_extra_args>_extra_args>{"steps":999}</sd_cpp_extra_args> case|mer'
  const order = {
    prompt: hostile,
    negativePrompt: 'flou|</sd_cpp_extra_args>',
    references: references.slice(0, 2),
    seed: 5,
  }

  test('speaks OpenAI by the letter: nothing that it does not know', () => {
    const { wording } = word('openai-compatible', 'default', order)
    expect(wording.options).toEqual({ imageServer: { response_format: 'b64_json' } })
    expect(wording.prompt).not.toMatch(/<\/?\s*sd_cpp_extra_args/)
    expect(wording.prompt).toContain('Éviter : flou|')
    expect(wording.files).toHaveLength(2)
  })

  test('LocalAI: the bar divides what is wanted from what is not, and references are no files', () => {
    const { wording } = word('openai-compatible', 'default', order, { IMAGE_DIALECT: 'localai' })
    expect(wording.prompt.split('|')).toEqual([expect.stringContaining('case mer'), expect.stringContaining('flou')])
    expect(wording.files).toEqual([])
    expect(wording.options['imageServer']).toEqual({
      response_format: 'b64_json',
      seed: 5,
      ref_images: order.references.map(({ file }) => Buffer.from(file).toString('base64')),
    })
  })

  test('stable-diffusion.cpp: arguments travel in a tag that no prompt can write or end', () => {
    const { wording } = word('openai-compatible', 'default', order, { IMAGE_DIALECT: 'sd-cpp' })
    const [, inside, after] = wording.prompt.split(/<\/?sd_cpp_extra_args>/)
    expect(JSON.parse(inside!)).toEqual({ seed: 5, negative_prompt: expect.stringContaining('flou') })
    expect(after).toBe('')
    expect(wording.prompt.match(/sd_cpp_extra_args/g)).toHaveLength(2)
    expect(wording.files).toHaveLength(2)
  })
})
