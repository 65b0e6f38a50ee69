/** What messages keep in memory is somebody's: it hangs on their scope, not on a module, so that a sign-out forgets it. */
import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const mutable = [
  /^(?:export )?let (\w+)/gmu,
  /^(?:export )?const (\w+)\b(?!: Readonly)[^=\n]*= new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)/gmu,
  /^(?:export )?const (\w+)[^=\n]*= (?:create|createStore)(?:<.*>)?\(\)?/gmu,
  /^(?:export )?const (\w+)[^=\n]*= new (?:AbortController|BroadcastChannel)\(/gmu,
  /^(?:export )?const (\w+)[^=\n]*= \{ \w+: (?:0|null|undefined|'')/gmu,
]

function stateOf(source: string): string[] {
  return mutable.flatMap((form) => [...source.matchAll(form)].flatMap(([, name = '']) => name))
}

test('state of a module is seen in all its forms', () => {
  const source = [
    'let held: string | undefined',
    'const holds = new Map<string, Set<string>>()',
    'export const seen: Set<string> = new WeakSet()',
    'const store = createStore<{ view: string }>()(() => ({ view: "" }))',
    'const over = new AbortController()',
    'const last = { time: 0, count: 0 }',
    "const notices = new Set(['named'])",
    'const nobody: ReadonlySet<string> = new Set()',
    'class Part { readonly holds = new Map<string, string>() }',
  ].join('\n')
  expect(stateOf(source).toSorted()).toEqual(['held', 'holds', 'last', 'over', 'seen', 'store'])
})

test('no module of messages holds anything of a person, but for the scope itself', () => {
  const sources = globSync('app/src/entities/message/**/*.{ts,tsx}').filter(
    (file) => !file.endsWith('.test.ts') && !file.includes('/testing/'),
  )
  expect(sources.length).toBeGreaterThan(40)
  const found = sources.flatMap((file) => stateOf(readFileSync(file, 'utf8')))
  // The scope; the device's own choice; two that hold weakly what is drawn anyway.
  expect(found.toSorted()).toEqual(['current', 'enterKey', 'made', 'sorted'])
})
