/** Who goes away while their picture is made: the test says when it is, the machine does not. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { newMember } from '../making/generation-people.ts'
import { startTestEngine, type TestEngine } from '../making/test-engine.ts'

let engine: TestEngine
let system: RunningSystem
beforeAll(async () => {
  engine = await startTestEngine()
  for (const [name, value] of Object.entries(engine.settings)) vi.stubEnv(name, value)
  vi.stubEnv('GENERATION_THROTTLE_MS', '0')
  system = await startSystem()
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
  vi.unstubAllEnvs()
})

test('whoever leaves finds the picture among their own', async () => {
  const awa = await newMember(system)
  const left = async () => (await awa.client.from('generations').select('status,error_code,finished_at')).data
  const [release, leave] = [engine.hold(), new AbortController()]
  const body = { prompt: 'une pirogue sur la lagune', width: 256, height: 256 }
  const answer = awa.client.functions.invoke('v0-generator', { body, signal: leave.signal })
  await expect.poll(left, { timeout: 20_000 }).toMatchObject([{ status: 'running' }])
  leave.abort()
  expect((await answer).error).toBeTruthy()
  release()
  const finished = { status: 'succeeded', error_code: null, finished_at: expect.any(String) as string }
  await expect.poll(left, { timeout: 20_000 }).toEqual([finished])
})
