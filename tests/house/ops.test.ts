/** What is said in ops/ is taken by the programs that it is written for, where this machine has them. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test, type TestContext } from 'vitest'

import { root } from '../../tools/run-command.ts'

const ops = join(root, 'ops')

function complaintOf({ skip }: TestContext, command: string, args: readonly string[], cwd = ops): string | null {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') skip(`${command} is not on this machine`)
  return status === 0 ? null : `${stdout}${stderr}`
}

test('HAProxy takes its configuration', (context) => {
  expect(complaintOf(context, 'haproxy', ['-c', '-f', 'haproxy.cfg'])).toBeNull()
})

test('each alert is one, and fires when it should', (context) => {
  expect(complaintOf(context, 'promtool', ['check', 'rules', 'rules.yml'], join(ops, 'prometheus'))).toBeNull()
  expect(complaintOf(context, 'promtool', ['test', 'rules', 'tests.yml'], join(ops, 'prometheus'))).toBeNull()
})

test('systemd takes the unit', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'unit-'))
  try {
    const unit = await readFile(join(ops, 'systemd/cortexia.service'), 'utf8')
    // Where it stands on a server; here it is this folder.
    await writeFile(join(folder, 'cortexia.service'), unit.replaceAll('/srv/cortexia', root.replace(/\/$/, '')))
    expect(complaintOf(context, 'systemd-analyze', ['verify', join(folder, 'cortexia.service')])).toBeNull()
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('runbooks that alerts name are there', async () => {
  const rules = await readFile(join(ops, 'prometheus/rules.yml'), 'utf8')
  const named = [...new Set([...rules.matchAll(/runbook: (\S+)/g)].map(([, path = '']) => path))]
  expect(named.length).toBeGreaterThan(1)
  for (const path of named) expect(await readFile(join(root, path), 'utf8')).toContain('**Act.**')
})
