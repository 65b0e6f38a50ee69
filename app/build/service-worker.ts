import type { Plugin } from 'vite'

import { bundleAlone } from './bundle-alone.ts'

/** Writes sw.js, whose address must stay the same: browsers ask for it again and compare. */
export function serviceWorker(entry: string, version: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle() {
      const source = await bundleAlone(entry, { appVersion: JSON.stringify(version) })
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}
