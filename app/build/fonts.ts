import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

// Titles have one width, size and weight: with every axis pinned the file is a seventh of what is installed.
const display = { opsz: 48, wdth: 80, wght: 700 }
const text = { wght: { min: 400, max: 700, default: 400 } }
/** What the screens use: pairs, marks and figures of one width. Small capitals and other shapes of letters stay behind. */
const features = ['kern', 'liga', 'clig', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'rlig', 'tnum']

const from = (first: number, last = first) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
/** The characters that fonts.css asks each file for. */
const latin = [
  from(0x20, 0xff),
  from(0x20_00, 0x20_6f),
  from(0x2_bb, 0x2_bc),
  '\u0131\u0152\u0153\u02C6\u02DA\u02DC\u20AC\u2122\u2191\u2193\u2212\u2215',
].join('')
const latinExt = [from(0x1_00, 0x2_ba), from(0x1e_00, 0x1e_ff), from(0x20_a0, 0x20_c0)].join('')

interface Subset {
  readonly name: string
  readonly source: string
  readonly characters: string
  readonly axes: Record<string, unknown>
}

const subsets: readonly Subset[] = [
  {
    name: 'bricolage-latin',
    source: 'bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal',
    characters: latin,
    axes: display,
  },
  {
    name: 'bricolage-latin-ext',
    source: 'bricolage-grotesque/files/bricolage-grotesque-latin-ext-standard-normal',
    characters: latinExt,
    axes: display,
  },
  {
    name: 'radio-canada-latin',
    source: 'radio-canada/files/radio-canada-latin-wght-normal',
    characters: latin,
    axes: text,
  },
  {
    name: 'radio-canada-latin-ext',
    source: 'radio-canada/files/radio-canada-latin-ext-wght-normal',
    characters: latinExt,
    axes: text,
  },
]

/** The two files that the first paint needs; the others follow by unicode-range. */
const preloaded = /(?:bricolage|radio-canada)-latin-[\w-]{8}\.woff2$/

/** Makes the subsets of the installed font packages, resolves `/.fonts/…` to them and names the first two in the page. */
export function fonts(cacheFolder: string): Plugin {
  return {
    name: 'fonts',
    config: () => ({ resolve: { alias: [{ find: /^\/\.fonts/, replacement: cacheFolder }] } }),
    async buildStart() {
      await mkdir(cacheFolder, { recursive: true })
      for (const subset of subsets) {
        await makeSubset(
          require.resolve(`@fontsource-variable/${subset.source}.woff2`),
          join(cacheFolder, `${subset.name}.woff2`),
          subset,
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

async function makeSubset(source: string, target: string, { characters, axes }: Subset): Promise<void> {
  const made = await stat(target).catch(() => null)
  if (made && made.mtimeMs > (await stat(import.meta.filename)).mtimeMs) return
  const font = await subsetFont(await readFile(source), characters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: features,
  })
  // Two builds may run at once: the file appears whole or not at all.
  await writeFile(`${target}.${process.pid}`, font)
  await rename(`${target}.${process.pid}`, target)
}
