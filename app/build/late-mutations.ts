import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('../src/data/mutations-later.ts', import.meta.url))
const name = '\0late-mutations'

/**
 * The library's client holds a list of changes on their way, and with it all that makes one. In the first page a few
 * lines of ours stand in its place (data/mutations-later.ts); whoever makes the first change brings the list.
 */
export function lateMutations(): Plugin {
  const replaced = new Set<string>()
  let core = ''
  return {
    name: 'late-mutations',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer?.includes('/query-core/')) return null
      const isList = source === './mutationCache.js' && importer.endsWith('/queryClient.js')
      const isMaker = source === './mutationObserver.js'
      if (!isList && !isMaker) return null
      replaced.add(source)
      core = importer.slice(0, importer.lastIndexOf('/'))
      return { id: isList ? ours : name, moduleSideEffects: false }
    },
    load: (id) => (id === name ? makerFrom(core) : null),
    buildEnd(error) {
      if (!error && replaced.size < 2) throw new Error('late-mutations.ts: the library is made otherwise by now')
    },
  }
}

const makerFrom = (core: string) => `
import { MutationCache } from ${JSON.stringify(`${core}/mutationCache.js`)}
import { MutationObserver as Maker } from ${JSON.stringify(`${core}/mutationObserver.js`)}
import { bring } from ${JSON.stringify(ours)}

export class MutationObserver extends Maker {
  constructor(client, options) {
    bring(MutationCache)
    super(client, options)
  }
}
`
