/** Our own workflows: each is whole, and runs to its end with nothing but what its form shows at first. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { findWorkflowProblem, type WorkflowReading } from '../../functions/_shared/contract/src/index.ts'
import { credits, newMember, type Member } from './generation-people.ts'
import { call, runRow, save, start, stepRows, type WorkflowRow } from './workflow-people.ts'

vi.setConfig({ testTimeout: 180_000 })

let system: RunningSystem
let reader: Member
beforeAll(async () => {
  vi.stubEnv('GENERATION_THROTTLE_MS', '0')
  system = await startSystem()
  reader = await newMember(system)
})
afterAll(() => system[Symbol.asyncDispose]())

const slugs = [
  'affiche-evenement',
  'motif-wax',
  'portrait-stylise',
  'fiche-produit',
  'bande-dessinee',
  'carte-invitation',
]

async function bySlug({ client }: Member, slug: string): Promise<WorkflowRow> {
  const { data, error } = await client.from('workflows').select('*').eq('slug', slug).single<WorkflowRow>()
  if (error) throw error
  return data
}

test("are public, nobody's, and all there", async () => {
  const { data } = await reader.client.from('workflows').select('slug,visibility,labels').is('owner_id', null)
  expect(data?.map(({ slug }) => slug as string).toSorted()).toEqual(slugs.toSorted())
  for (const { visibility, labels } of data ?? []) {
    expect({ visibility, labels }).toEqual({
      visibility: 'public',
      labels: { title_en: expect.any(String), summary_en: expect.any(String) },
    })
  }
})

/** The same with small pictures, as time goes. */
async function smallCopy(who: Member, slug: string): Promise<{ id: string; cost: number }> {
  const { id } = await bySlug(who, slug)
  const { workflow, steps, inputs, cost } = await call<WorkflowReading>(who, 'read_workflow', { workflow_id: id })
  const { title, summary, goal } = workflow
  expect(findWorkflowProblem({ title, summary, goal, steps, inputs })).toBeNull()
  for (const step of steps) expect(step.title_en).toBeTruthy()
  for (const { label_en } of inputs) expect(label_en).toBeTruthy()
  for (const { default: usual } of inputs.filter(({ kind }) => kind !== 'image')) expect(usual).toBeTruthy()
  const small = structuredClone(steps)
  for (const step of small) if (step.kind === 'generate') Object.assign(step.settings, { width: 256, height: 320 })
  return { id: (await save(who, { title, steps: [...small], inputs: [...inputs] })).id, cost }
}

test.each(slugs)('%s runs to its end at once, within the credits of a new member', async (slug) => {
  const who = await newMember(system)
  const { id, cost } = await smallCopy(who, slug)
  expect(cost).toBeLessThanOrEqual(5)
  const { id: runId } = await start(who, id)
  const states: string[] = []
  await expect
    .poll(
      async () => {
        const { status } = await runRow(who, runId)
        if (status === 'waiting') await chooseFirst(who, runId)
        states.push(status)
        return status
      },
      { timeout: 150_000, interval: 100 },
    )
    .toMatch(/succeeded|failed|partial|canceled/)
  const steps = await stepRows(who, runId)
  expect(steps.map(({ status, error }) => error ?? status)).toEqual(steps.map(() => 'succeeded'))
  expect(states.at(-1)).toBe('succeeded')
  // What lacks its subject costs nothing: what is charged is what the pictures cost, and no more than was said.
  const { data: pictures } = await who.client.from('generations').select('cost_charged').throwOnError()
  const charged = (pictures as { cost_charged: number }[]).reduce((sum, picture) => sum + picture.cost_charged, 0)
  expect(charged).toBeLessThanOrEqual(cost)
  expect(await runRow(who, runId)).toMatchObject({ cost_quoted: cost, cost_charged: charged })
  expect(await credits(who)).toEqual({ available: 5 - charged, held: 0 })
  expect(JSON.stringify(steps.map(({ input }) => input?.prompt ?? ''))).not.toMatch(/[{}]/)
})

async function chooseFirst(who: Member, runId: string): Promise<void> {
  const waiting = (await stepRows(who, runId)).find(({ status }) => status === 'waiting')
  const image_id = waiting?.input?.images?.[0]?.id
  if (waiting) await call(who, 'choose_in_step', { run_id: runId, step_index: waiting.step_index, image_id })
}
