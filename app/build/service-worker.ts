import type { Plugin } from 'vite'

import { bundleAlone } from './bundle-alone.ts'

/** Writes the worker, whose address must stay the same since browsers compare it, and the one that keeps nothing. */
export function serviceWorkers(folder: string): Plugin {
  return {
    name: 'service-workers',
    apply: 'build',
    async generateBundle() {
      const workers = { 'sw.js': 'service-worker.ts', 'sw-plain.js': 'plain.ts' }
      for (const [fileName, entry] of Object.entries(workers)) {
        this.emitFile({ type: 'asset', fileName, source: await bundleAlone(`${folder}/${entry}`) })
      }
    },
  }
}
