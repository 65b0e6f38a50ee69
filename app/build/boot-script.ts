import { createHash } from 'node:crypto'

import { build, type Plugin } from 'vite'

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
      const code = await bundle(entry)
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

async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, lib: { entry, formats: ['iife'], name: 'boot' }, target: 'es2022', minify: true },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('boot.ts gave no output')
  const chunk = output.output.find((item) => item.type === 'chunk')
  if (!chunk) throw new Error('boot.ts gave no chunk')
  return chunk.code
}
