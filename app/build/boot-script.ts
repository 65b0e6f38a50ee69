import { createHash } from 'node:crypto'

import type { Plugin } from 'vite'

import { bundleAlone } from './bundle-alone.ts'

/**
 * Bundles src/boot.ts by itself as a classic script in the head: it must run before the first paint, which neither a
 * module (deferred) nor an inline script (forbidden by the content security policy) can.
 */
export function bootScript(entry: string): Plugin {
  let serving = false
  let file = ''
  return {
    name: 'boot-script',
    configResolved(config) {
      serving = config.command === 'serve'
    },
    async generateBundle() {
      const code = await bundleAlone(entry)
      file = `assets/boot-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName: file, source: code })
    },
    transformIndexHtml: {
      order: 'post',
      // After the settings it reads, before the stylesheet that a script would wait for.
      handler: (html) =>
        html.replace(
          '<!--boot-->',
          serving ? '<script type="module" src="/src/boot.ts"></script>' : `<script src="/${file}"></script>`,
        ),
    },
  }
}
