/** What one person may ask of a model that costs money, where two processes serve them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'

import { KillableNode } from '../../../tests/support/killable-node.ts'
import type { EnhanceResult } from '../../functions/_shared/contract/src/index.ts'
import { clientOf, newMember } from '../making/generation-people.ts'
import { productDatabase } from '../support/product-database.ts'
import { asked } from './intelligence-callers.ts'
import { startTextModel } from './text-model-server.ts'

// Real processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

const share = 4
const enhanced = { enhanced_prompt: 'Une lagune au matin', negative_prompt: '', added: [], warnings: [] }

test('M6 the hourly share of the model is one for all processes, and one each while they cannot count together', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quota-nodes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const database = await productDatabase()
  onTestFinished(() => database.dispose())
  const model = await startTextModel()
  onTestFinished(() => model[Symbol.asyncDispose]())
  model.answer = { kind: 'says', text: JSON.stringify(enhanced) }
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    // Tokens name whoever gave them.
    PUBLIC_URL: 'https://cortexia.example',
    JWT_SECRET: 'both-of-these-processes-have-this-secret',
    TEXT_ENGINE: 'openai-compatible',
    TEXT_MODEL: 'mistral-small',
    TEXT_BASE_URL: model.url,
    TEXT_API_KEY: 'sk-secret',
    TEXT_CALLS_PER_HOUR: String(share),
  }
  const nodes = [await KillableNode.create(environment), await KillableNode.create(environment)]
  for (const node of nodes) {
    onTestFinished(() => node[Symbol.asyncDispose]())
    await node.start()
  }
  const anonKey = await nodes[0]!.anonKey()

  /** Who answers so many questions of somebody new, asked at both in turn. */
  async function answers(count: number): Promise<string[]> {
    const { token } = await newMember({ url: nodes[0]!.url, anonKey })
    const clients = nodes.map(({ url }) => clientOf({ url, anonKey }, token))
    const said: string[] = []
    for (let index = 0; index < count; index += 1) {
      const whom = { client: clients[index % clients.length]! }
      const answer = await asked<EnhanceResult>(whom, { action: 'enhance', prompt: 'Une lagune' })
      said.push('source' in answer ? `${answer.source} ${answer.fallback?.reason ?? ''}`.trim() : answer.code)
    }
    return said
  }

  const [byModel, byRules] = ['llm', 'rules model_quota']
  expect(await answers(2 * share)).toEqual([...Array(share).fill(byModel), ...Array(share).fill(byRules)])
  expect(model.heard).toHaveLength(share)

  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('alter table app.turns rename to turns_gone')
  await owner.end()
  expect(await answers(2 * share + 2)).toEqual([...Array(2 * share).fill(byModel), byRules, byRules])
})
