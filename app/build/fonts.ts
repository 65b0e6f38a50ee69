import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

// Titles use one width and optical size only: pinning both axes halves the file.
const display = { opsz: 48, wdth: 80, wght: { min: 500, max: 800, default: 700 } }
const text = { wght: { min: 400, max: 700, default: 400 } }

const subsets = [
  {
    name: 'bricolage-latin',
    source: 'bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal',
    axes: display,
  },
  {
    name: 'bricolage-latin-ext',
    source: 'bricolage-grotesque/files/bricolage-grotesque-latin-ext-standard-normal',
    axes: display,
  },
  { name: 'radio-canada-latin', source: 'radio-canada/files/radio-canada-latin-wght-normal', axes: text },
  { name: 'radio-canada-latin-ext', source: 'radio-canada/files/radio-canada-latin-ext-wght-normal', axes: text },
] as const

/** The two files that the first paint needs; the others follow by unicode-range. */
const preloaded = /(?:bricolage|radio-canada)-latin-[\w-]{8}\.woff2$/

/** Makes the subsets of the installed font packages, resolves `/.fonts/…` to them and names the first two in the page. */
export function fonts(cacheFolder: string): Plugin {
  return {
    name: 'fonts',
    config: () => ({ resolve: { alias: [{ find: /^\/\.fonts/, replacement: cacheFolder }] } }),
    async buildStart() {
      await mkdir(cacheFolder, { recursive: true })
      for (const { name, source, axes } of subsets) {
        await makeSubset(
          require.resolve(`@fontsource-variable/${source}.woff2`),
          join(cacheFolder, `${name}.woff2`),
          axes,
        )
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => preloaded.test(file))
          .map((file) => ({
            tag: 'link',
            // boot.ts turns them into preloads, except where data is to be saved.
            // After the first picture: whoever waits longest reads in the device's own letters meanwhile.
            attrs: {
              rel: 'web-font',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              fetchpriority: 'low',
            },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}

async function makeSubset(source: string, target: string, axes: Record<string, unknown>): Promise<void> {
  const made = await stat(target).catch(() => null)
  if (made && made.mtimeMs > (await stat(import.meta.filename)).mtimeMs) return
  const font = await subsetFont(await readFile(source), undefined, {
    targetFormat: 'woff2',
    keepAllGlyphs: true,
    variationAxes: axes,
  })
  // Two builds may run at once: the file appears whole or not at all.
  await writeFile(`${target}.${process.pid}`, font)
  await rename(`${target}.${process.pid}`, target)
}
