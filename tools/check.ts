/** `npm run check`: types, lint, format, arrows between folders, dead code. Prints what failed, in full. */
import { runCommand } from './run-command.ts'

const checks = [
  { name: 'types of the server', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the app', command: 'tsc', args: ['-p', 'app/tsconfig.json'] },
  { name: 'types of the service worker', command: 'tsc', args: ['-p', 'app/src/service-worker/tsconfig.json'] },
  { name: 'types of the app’s build', command: 'tsc', args: ['-p', 'app/tsconfig.build.json'] },
  { name: 'types of the browser tests', command: 'tsc', args: ['-p', 'tests/e2e/tsconfig.json'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
  { name: 'settings and their documents', command: 'node', args: ['tools/settings/settings-docs.ts', '--check'] },
  { name: 'imports', command: 'node', args: ['tools/check-imports.ts'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'undeclared imports', command: 'knip', args: ['--no-progress', '--strict', '--include', 'unlisted'] },
  { name: 'types of the database', command: 'node', args: ['tools/database-types/generate-types.ts', '--check'] },
] as const

let failures = 0
for (const { name, command, args } of checks) {
  const { code, output, seconds } = await runCommand(command, args)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
  if (code !== 0) {
    failures++
    console.log(output.trimEnd())
  }
}
process.exitCode = failures === 0 ? 0 : 1
