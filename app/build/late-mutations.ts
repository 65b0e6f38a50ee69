import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('../src/data/outbox/mutations-later.ts', import.meta.url))
const client = /queryClient\.js$/

/**
 * The library's client holds a list of changes on their way, and with it all that makes one. In the first page a few
 * lines of ours stand in its place (data/outbox/mutations-later.ts); whoever makes the first change brings the list.
 */
export function lateMutations(): Plugin {
  const changed = new Set<string>()
  const change = (code: string, from: string, to: string) => {
    const parts = code.split(from)
    if (parts.length !== 2) throw new Error(`late-mutations.ts: the library says « ${from} » ${parts.length - 1} times`)
    changed.add(from)
    return parts.join(to)
  }
  return {
    name: 'late-mutations',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /query-core\/.*\/(?:queryClient|mutationObserver)\.js$/ },
      handler(code, id) {
        if (client.test(id)) {
          const standing = change(code, '"./mutationCache.js"', JSON.stringify(ours))
          return change(
            standing,
            'return this.#mutationCache;',
            'return this.#mutationCache.whole ?? this.#mutationCache;',
          )
        }
        return `${imports}\n${change(code, 'super();', 'super(); bring(MutationCache);')}`
      },
    },
    buildEnd(error) {
      if (!error && changed.size < 3) throw new Error('late-mutations.ts: the library is in other files by now')
    },
  }
}

const imports = `
import { bring } from ${JSON.stringify(ours)}
import { MutationCache } from './mutationCache.js'
`
