import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { functionNames } from '../../tools/imports/import-maps.ts'

const root = join(import.meta.dirname, '../..')

test('each function starts in a process without the tests’ runner, also after one that serves as the hosted runtime’s do', async () => {
  expect(functionNames).toContain('cortexia-intelligence')
  const names = ['v0-generator', ...functionNames.filter((name) => name !== 'v0-generator')]
  const program = join(root, 'platform/functions/testing/load-folder.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, join(root, 'supabase/functions'), ...names])
  expect(stdout).toBe('')
})
