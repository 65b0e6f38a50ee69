/**
 * `npm run release:publish`: people are told of the build that all processes have. `-- <build>` tells of that one, new or old,
 * until the next call; `-- --list` names those there are.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { listBuilds, publishBuild, readConfig, ReleaseError } from '@platform/server'

import { root } from '../run-command.ts'

const file = join(root, '.env')
if (existsSync(file)) process.loadEnvFile(file)
const [wanted = null] = process.argv.slice(2)
try {
  const config = readConfig(process.env)
  if (wanted !== '--list') await publishBuild(config, wanted)
  for (const { build, version, nodes, isTold, isChosen, ranAt } of await listBuilds(config)) {
    const told = isTold ? `told${isChosen ? ', chosen' : ''}` : ''
    console.log(`${build}  ${version.padEnd(10)} ${ranAt.toISOString()}  ${nodes} processes  ${told}`.trimEnd())
  }
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
