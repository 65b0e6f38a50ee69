import { createHash } from 'node:crypto'

import type { Plugin } from 'vite'

import { bundleAlone } from './bundle-alone.ts'

/**
 * Writes the worker, whose address must stay the same since browsers compare it, the one that keeps nothing, and the script
 * that both import.
 */
export function serviceWorkers(folder: string): Plugin {
  return {
    name: 'service-workers',
    apply: 'build',
    async generateBundle() {
      const opener = await bundleAlone(`${folder}/opener.ts`)
      const hash = createHash('sha256').update(opener).digest('base64url').slice(0, 8)
      this.emitFile({ type: 'asset', fileName: `assets/opener-${hash}.js`, source: opener })
      const workers = { 'sw.js': 'service-worker.ts', 'sw-plain.js': 'plain.ts' }
      for (const [fileName, entry] of Object.entries(workers)) {
        this.emitFile({ type: 'asset', fileName, source: await bundleAlone(`${folder}/${entry}`) })
      }
    },
  }
}
