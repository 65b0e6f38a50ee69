import { expect, test } from 'vitest'

import { productAreas } from '../../../settings.ts'
import { readGenerationSettings } from '../generation/generation-settings.ts'
import { describeEngines } from '../image-engines/chain/chosen-engine.ts'
import { readChainSettings } from '../image-engines/engine-settings.ts'
import { engineNeeds } from './images.ts'
import { SettingsReader, type Environment } from './reader.ts'

function wrongIn(environment: Environment): string[] {
  const reader = new SettingsReader(environment)
  for (const area of productAreas) reader.readArea(area)
  return reader.problems.map(({ variable, problem }) => `${variable} ${problem}`)
}

test('nothing is needed', () => {
  expect(wrongIn({})).toEqual([])
  expect(readGenerationSettings({})).toEqual({
    concurrency: 4,
    leaseSeconds: 30,
    maxActive: 3,
    minGapMs: 2000,
    trialsPerDay: 10,
    dailyLimit: Infinity,
    waitMs: 110_000,
    engine: 'builtin',
  })
})

test.each(['5OO', '500/day', '2000000000', '0', '-1', '1.5', '1e3'])(
  'a bound on costs of %s is no bound, and refused by the functions too',
  (limit) => {
    expect(() => readGenerationSettings({ GENERATION_DAILY_LIMIT: limit })).toThrow(/GENERATION_DAILY_LIMIT/)
    expect(wrongIn({ GENERATION_DAILY_LIMIT: limit })).toHaveLength(1)
  },
)

test('engines stand in their order with their models, each once', () => {
  const given = { IMAGE_ENGINE: 'Fal, ,builtin,fal', IMAGE_MODEL: 'flux,,', IMAGE_EDIT_MODEL: ',,sketch' }
  expect(readChainSettings(given).engines).toEqual([
    { name: 'fal', model: 'flux', editModel: 'flux' },
    { name: 'builtin', model: null, editModel: 'sketch' },
  ])
})

test('there is an engine of each name', () => {
  expect(
    describeEngines({})
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(engineNeeds).toSorted())
})

test.each<[Environment, string[]]>([
  [{ IMAGE_ENGINE: 'openia,builtin' }, ['IMAGE_ENGINE names "openia"']],
  [{ IMAGE_ENGINE: ',' }, ['IMAGE_ENGINE names none']],
  [{ IMAGE_ENGINE: 'fal,builtin' }, ['FAL_KEY is missing beside IMAGE_ENGINE=fal']],
  [{ IMAGE_ENGINE: 'fal', FAL_API_KEY: 'key' }, []],
  [{ IMAGE_ENGINE: 'comfyui,sdapi', SDAPI_URL: 'http://sd' }, ['COMFYUI_URL is missing beside IMAGE_ENGINE=comfyui']],
  [
    { IMAGE_ATTEMPTS: '11', COMFYUI_CFG: '0', SDAPI_STEPS: 'few' },
    ['IMAGE_ATTEMPTS is "11"', 'COMFYUI_CFG is "0"', 'SDAPI_STEPS is "few"'],
  ],
  [{ OPENAI_API_KEY: 'two tulips' }, ['OPENAI_API_KEY does not have the right form']],
  [{ MODERATION_DENY_LIST: '/nowhere/list' }, ['MODERATION_DENY_LIST names "/nowhere/list", which cannot be read']],
  [
    { COMFYUI_WORKFLOW: `/nowhere/flow.json,${import.meta.filename}` },
    ['COMFYUI_WORKFLOW names "/nowhere/flow.json", which cannot be read'],
  ],
  [{ MODERATION_IMAGES: 'both' }, ['MODERATION_IMAGES is "both"']],
  [{ TEXT_ENGINE: 'rules' }, []],
  [{ TEXT_ENGINE: 'constructor' }, ['TEXT_ENGINE is "constructor"']],
  [{ TEXT_ENGINE: 'mistral', TEXT_MODEL: 'small' }, ['MISTRAL_API_KEY is missing beside TEXT_ENGINE=mistral']],
  [{ TEXT_ENGINE: 'mistral', TEXT_MODEL: 'small', TEXT_API_KEY: 'key' }, []],
  [
    { TEXT_ENGINE: 'openai-compatible', TEXT_MODEL: 'small' },
    ['TEXT_BASE_URL is missing beside TEXT_ENGINE=openai-compatible'],
  ],
  [{ PUSH_SERVICES: 'push.example, a b' }, ['PUSH_SERVICES holds "a b"']],
  [{ PUSH_SERVICES: '*.push.example, http://localhost:8080' }, []],
])('%j is told as %j', (environment, problems) => {
  expect(wrongIn(environment)).toEqual(problems)
})
