/** Runs the arrows of .dependency-cruiser*.mjs and refuses a silent pass: no modules seen is a failure. */
import { join } from 'node:path'

import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

import { root } from './run-command.ts'

const folders = ['platform', 'engine', 'supabase', 'app/src', 'tools', 'tests']

const cruises = [
  { file: '.dependency-cruiser.mjs', folders },
  { file: '.dependency-cruiser.load.mjs', folders: ['supabase/functions'] },
]

const readRules = (file: string) => extractDepcruiseOptions(join(root, file))

export async function ruleNames(): Promise<string[]> {
  const all = await Promise.all(cruises.map(({ file }) => readRules(file)))
  return all.flatMap(({ ruleSet }) => ruleSet?.forbidden ?? []).map(({ name }) => name ?? 'unnamed')
}

type Found = Pick<ICruiseResult['summary'], 'totalCruised' | 'violations'>

/** `totalCruised` is of the whole house, or of what is seen from one of its rooms. */
export async function checkImports(base = root, room?: string): Promise<Found> {
  const found: Found[] = []
  for (const { file, folders: within } of cruises)
    found.push(await cruiseBy(file, room === undefined ? within : [room], base))
  return { totalCruised: found[0]?.totalCruised ?? 0, violations: found.flatMap(({ violations }) => violations) }
}

async function cruiseBy(file: string, within: string[], baseDir: string): Promise<Found> {
  const { output } = await cruise(within, { ...(await readRules(file)), baseDir, validate: true })
  if (typeof output === 'string') throw new Error('dependency-cruiser answered text instead of a result')
  return output.summary
}

if (import.meta.main) {
  const { totalCruised, violations } = await checkImports()
  for (const { rule, from, to } of violations) console.log(`${rule.name}: ${from} → ${to}`)
  if (totalCruised < 50) console.log(`only ${totalCruised} modules were seen: the check is blind`)
  process.exitCode = violations.length > 0 || totalCruised < 50 ? 1 : 0
}
