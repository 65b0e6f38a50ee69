import type { Plugin } from 'vite'

/** The one Trusted Types policy of the pages (data/script-url.ts) and of the service worker (message-opener.ts). */
const trustedTypes = ['cx-script-url']
/** Argon2 is WebAssembly, which only this worker may compile. */
const wasmWorker = /^assets\/crypto-worker-[\w-]+\.js$/

/** Writes policy.json: what the server puts into the policies of the pages and of the workers' files. */
export function pagePolicy(): Plugin {
  return {
    name: 'page-policy',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const wasmWorkers = Object.keys(bundle)
          .filter((file) => wasmWorker.test(file))
          .map((file) => `/${file}`)
        this.emitFile({ type: 'asset', fileName: 'policy.json', source: JSON.stringify({ trustedTypes, wasmWorkers }) })
      },
    },
  }
}
