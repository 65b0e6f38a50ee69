/**
 * Test files share a process, which has loaded what is installed once; each evaluates our own modules anew and leaves the
 * process as it found it, so that none depends on which ran before.
 */
import { relative } from 'node:path'

import { afterAll, expect, vi } from 'vitest'

vi.resetModules()

const environment = { ...process.env }
const costs = process.env['TEST_COSTS']
const tellCosts = costs ? (await import('../../tools/tests/file-costs.ts')).startCount(costs) : null

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  vi.resetConfig()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  tellCosts?.(relative(process.cwd(), expect.getState().testPath ?? ''))
})
