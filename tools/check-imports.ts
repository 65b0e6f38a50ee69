import { join } from 'node:path'

/** Runs the arrows of .dependency-cruiser.mjs and refuses a silent pass: no modules seen is a failure. */
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

import { root } from './run-command.ts'

const folders = ['platform', 'engine', 'supabase', 'app/src', 'tools', 'tests']

const readRules = () => extractDepcruiseOptions(join(root, '.dependency-cruiser.mjs'))

export async function ruleNames(): Promise<string[]> {
  const { ruleSet } = await readRules()
  return (ruleSet?.forbidden ?? []).map(({ name }) => name ?? 'unnamed')
}

export async function checkImports(base = root): Promise<ICruiseResult['summary']> {
  const options = await readRules()
  const { output } = await cruise(folders, { ...options, baseDir: base, validate: true })
  if (typeof output === 'string') throw new Error('dependency-cruiser answered text instead of a result')
  return output.summary
}

if (import.meta.main) {
  const { totalCruised, violations } = await checkImports()
  for (const { rule, from, to } of violations) console.log(`${rule.name}: ${from} → ${to}`)
  if (totalCruised < 50) console.log(`only ${totalCruised} modules were seen: the check is blind`)
  process.exitCode = violations.length > 0 || totalCruised < 50 ? 1 : 0
}
