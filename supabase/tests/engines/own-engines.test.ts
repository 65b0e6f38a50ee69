import { expect, onTestFinished, test } from 'vitest'

import { chosenEngines, describeEngines } from '../../functions/_shared/image-engines/chain/chosen-engine.ts'
import { createChain } from '../../functions/_shared/image-engines/chain/engine-chain.ts'
import { readChainSettings } from '../../functions/_shared/image-engines/engine-settings.ts'
import type { Environment } from '../../functions/_shared/settings/reader.ts'
import { startFakeComfyui } from './comfyui/fake-comfyui.ts'
import { orderOf, threeReferences, witness } from './own-orders.ts'
import { pngOf } from './pictures.ts'
import { startFakeSdapi } from './sdapi/fake-sdapi.ts'

const nothing = async () => null

async function chainOf(env: Environment) {
  const settings = readChainSettings({ IMAGE_ATTEMPTS: '2', ...env })
  const engines = await chosenEngines(settings, env)
  return createChain({ engines, settings, reviews: { before: nothing, after: nothing }, observe: () => {} })
}

test('both are made of the environment; when one fails, the other takes over', async () => {
  const picture = await pngOf(64, 48)
  const comfyui = await startFakeComfyui({ picture })
  const sdapi = await startFakeSdapi({ picture, family: 'cpp', login: 'op:secret' })
  onTestFinished(async () => {
    await Promise.all([comfyui[Symbol.asyncDispose](), sdapi[Symbol.asyncDispose]()])
  })
  const env = {
    IMAGE_ENGINE: 'comfyui,sdapi',
    IMAGE_MODEL: 'second.safetensors',
    COMFYUI_URL: comfyui.url,
    COMFYUI_STEPS: '9',
    SDAPI_URL: sdapi.url,
    SDAPI_USER: 'op',
    SDAPI_PASSWORD: 'secret',
    SDAPI_STEPS: '4',
  }
  const chain = await chainOf(env)
  const references = (await threeReferences()).slice(0, 2)
  const made = await chain.makePicture(orderOf({ references }), witness())
  expect(made).toMatchObject({
    engine: 'comfyui',
    label: 'ComfyUI',
    isNeural: true,
    type: 'image/webp',
    width: 64,
    height: 48,
    facts: { checkpoint: 'second.safetensors', steps: 9 },
    receipts: [{ used: true }, { used: false, as: 'engine-takes-one' }],
  })

  comfyui.script('POST /prompt', { status: 400, body: { error: { message: 'broken' } } })
  const context = witness()
  expect(await chain.makePicture(orderOf({ references }), context)).toMatchObject({
    engine: 'sdapi',
    facts: { server: 'stable-diffusion.cpp' },
    receipts: [{ as: 'init' }, { as: 'edit-input' }],
  })
  expect(sdapi.painted).toMatchObject([{ sample_params: { sample_steps: 4 } }])
  expect(context.saved.map((id) => id.split(':')[0])).toEqual(['comfyui', 'sdapi'])
})

test('a retry in the chain takes up what the first attempt has begun', async () => {
  const comfyui = await startFakeComfyui({ picture: await pngOf(64, 48) })
  onTestFinished(() => comfyui[Symbol.asyncDispose]())
  comfyui.script('GET /view', { half: await pngOf(64, 48) })
  const chain = await chainOf({ IMAGE_ENGINE: 'comfyui', COMFYUI_URL: comfyui.url })
  await chain.makePicture(orderOf(), witness())
  expect([comfyui.count('GET /view'), comfyui.ran.length]).toEqual([2, 1])
})

test.each(['comfyui', 'sdapi'])('%s is listed without its address, and needs it', async (name) => {
  const address = `${name.toUpperCase()}_URL`
  const listed = (env: Environment) => describeEngines(env).find((engine) => engine.name === name)
  expect(listed({})).toMatchObject({ isConfigured: false, place: null, capabilities: { cancel: 'upstream' } })
  expect(listed({ IMAGE_ENGINE: name, [address]: 'http://x' })).toMatchObject({ isConfigured: true, place: 0 })
  expect(JSON.stringify(describeEngines({ [address]: 'http://secret' }))).not.toContain('secret')
  await expect(chainOf({ IMAGE_ENGINE: name })).rejects.toThrow(`IMAGE_ENGINE=${name} needs ${address}`)
})
