/** What is said in ops/ is taken by the programs that it is written for, where this machine has them. */
import { spawnSync } from 'node:child_process'
import { access, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
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

test.for(['haproxy.cfg', 'haproxy-roles.cfg', 'haproxy-compose.cfg', 'haproxy-postgres.cfg'])(
  'HAProxy takes %s',
  (file, context) => {
    expect(complaintOf(context, 'haproxy', ['-c', '-f', file])).toBeNull()
  },
)

test('each alert is one, and fires when it should; what is scraped can be read', (context) => {
  const prometheus = join(ops, 'prometheus')
  expect(complaintOf(context, 'promtool', ['check', 'rules', 'rules.yml'], prometheus)).toBeNull()
  expect(complaintOf(context, 'promtool', ['test', 'rules', 'tests.yml'], prometheus)).toBeNull()
  expect(
    complaintOf(context, 'promtool', ['check', 'config', '--syntax-only', 'prometheus.yml'], prometheus),
  ).toBeNull()
})

test.for(['cortexia.service', 'cortexia@.service'])('systemd takes %s', async (file, context) => {
  const folder = await mkdtemp(join(tmpdir(), 'unit-'))
  try {
    const unit = await readFile(join(ops, 'systemd', file), 'utf8')
    // Where it stands on a server; here it is this folder.
    await writeFile(join(folder, file), unit.replaceAll('/srv/cortexia', root.replace(/\/$/, '')))
    const name = join(folder, file.replace('@', '@web'))
    if (name !== join(folder, file)) await symlink(join(folder, file), name)
    expect(complaintOf(context, 'systemd-analyze', ['verify', name])).toBeNull()
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('Kustomize renders every role', (context) => {
  expect(complaintOf(context, 'kubectl', ['kustomize', 'kubernetes/two-nodes'])).toBeNull()
  const { stdout } = spawnSync('kubectl', ['kustomize', 'kubernetes/two-nodes'], { cwd: ops, encoding: 'utf8' })
  expect(stdout.match(/^kind: \w+$/gm)?.toSorted()).toEqual(
    ['ConfigMap', 'Deployment', 'Deployment', 'Deployment', 'Ingress', 'Job', 'Service', 'Service'].map(
      (kind) => `kind: ${kind}`,
    ),
  )
})

test('pgBackRest takes its configuration', (context) => {
  const secrets = {
    PGBACKREST_REPO1_S3_KEY: 'a',
    PGBACKREST_REPO1_S3_KEY_SECRET: 'b',
    PGBACKREST_REPO1_CIPHER_PASS: 'c',
  }
  Object.assign(process.env, secrets)
  const elsewhere = ['--repo1-type=posix', '--repo1-path=/nowhere', `--log-path=${tmpdir()}`, 'info']
  const args = [`--config=${join(ops, 'pgbackrest.conf')}`, '--stanza=cortexia', ...elsewhere]
  expect(complaintOf(context, 'pgbackrest', args)).toBeNull()
})

test('images and Compose name only what there is: settings, files, roles', async () => {
  const known = new Set((await readFile(join(root, 'docs/configuration.md'), 'utf8')).match(/[A-Z][A-Z\d_]{2,}/g))
  const compose = await readFile(join(ops, 'compose.yaml'), 'utf8')
  const ofNodes = compose.slice(compose.indexOf('&environment'), compose.indexOf('services:'))
  const ofRoles = [...compose.matchAll(/\*environment, (\w+): (\w+)/g)]
  const named = [...ofNodes.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name)
  expect(named.filter((name) => !known.has(name))).toEqual([])
  expect(new Set(ofRoles.map(([, , role]) => role))).toEqual(new Set(['migrate', 'web', 'realtime', 'worker', 'relay']))
  const dockerfile = await readFile(join(ops, 'Dockerfile'), 'utf8')
  const [, main = ''] = /^CMD \["node", "([^"]+)"\]$/m.exec(dockerfile) ?? []
  await access(join(root, main))
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(new Set(dockerfile.match(/node:\d+\.\d+\.\d+/g))).toEqual(new Set([`node:${devDependencies['node']}`]))
})

test('dashboards and alerts ask for metrics that there are', async () => {
  const sources = [
    'platform/server/src/watch/prometheus.ts',
    'platform/server/src/watch/figures.ts',
    'platform/server/src/start/gauges.ts',
    'platform/server/src/start/own-work.ts',
    'tools/operator/synthetic-walk.ts',
  ]
  const own = await Promise.all([...sources, 'supabase/schemas/95_stats/70_operator_figures.sql'].map(read))
  const names = new Set(own.join('\n').match(/\b[a-z]+(?:_[a-z]+)+\b/g))
  for (const part of ['open', 'busy', 'waiting', 'size']) names.add(`database_pool_${part}`)
  const boards = await readdir(join(ops, 'grafana'))
  const texts = await Promise.all(
    [...boards.map((file) => `ops/grafana/${file}`), 'ops/prometheus/rules.yml'].map(read),
  )
  const exprs = texts.flatMap((text) =>
    Array.from(text.matchAll(/"?expr"?: (?:"((?:[^"\\]|\\.)*)"|\|?([^]*?)\n {8}\w)/g)),
  )
  const asked = exprs.flatMap(
    ([, quoted, plain]) => withoutLabels(quoted ?? plain ?? '').match(/\b[a-z]+_[a-z_\d]+\b/g) ?? [],
  )
  const unknown = asked.filter(
    (name) => !names.has(name.replace(/_(?:count|bucket)$/, '')) && !fromElsewhere.test(name),
  )
  expect(asked.length).toBeGreaterThan(30)
  expect([...new Set(unknown)]).toEqual([])
})

/** Of PromQL itself, and of the library's own metrics. */
const fromElsewhere = /^(?:histogram_quantile|nodejs_\w+|process_\w+)$/
const withoutLabels = (expr: string) => expr.replace(/\{[^}]*\}/g, '').replace(/\b(?:by|on) \([^)]*\)/g, '')
const read = (file: string) => readFile(join(root, file), 'utf8')

test('runbooks that alerts name are there', async () => {
  const rules = await readFile(join(ops, 'prometheus/rules.yml'), 'utf8')
  const named = [...new Set([...rules.matchAll(/runbook: (\S+)/g)].map(([, path = '']) => path))]
  expect(named.length).toBeGreaterThan(1)
  for (const path of named) expect(await readFile(join(root, path), 'utf8')).toContain('**Act.**')
})
