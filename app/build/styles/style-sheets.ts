import { createHash } from 'node:crypto'

import type { Plugin, Rolldown } from 'vite'

import { coreChunks } from '../app-files.ts'
import { splitStyles } from './split-styles.ts'

const whole = /^assets\/[\w-]+\.css$/

/**
 * The page names two stylesheets: one that it is painted with, and « more-styles », which `ui/lazy.ts` asks for with the
 * first part that is not of the first page. Under their own names, since what they hold changes with the scripts.
 */
export function styleSheets(): Plugin[] {
  return [
    {
      name: 'style-sheets-named-once',
      apply: 'build',
      generateBundle: {
        order: 'pre',
        // Or each script that is fetched by itself would name the sheet that is cut below.
        handler(_options, bundle) {
          for (const item of Object.values(bundle)) if (item.type === 'chunk') item.viteMetadata?.importedCss.clear()
        },
      },
    },
    {
      name: 'style-sheets',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler(_options, bundle) {
          const [name, ...others] = Object.keys(bundle).filter((file) => whole.test(file))
          const page = bundle['index.html']
          if (name === undefined || others.length > 0 || page?.type !== 'asset') {
            throw new Error('style-sheets.ts expects one stylesheet, of the page')
          }
          const html = textOf(page)
          const sheets = splitStyles(
            textOf(bundle[name]),
            namedIn([html, ...coreChunks(bundle).map(({ code }) => code)]),
          )
          const [first, rest] = ([sheets.first, sheets.rest] as const).map((source) => {
            const fileName = `assets/styles-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.css`
            this.emitFile({ type: 'asset', fileName, source })
            return fileName
          })
          delete bundle[name]
          page.source = html.replace('</head>', `${linksTo(`/${first}`, `/${rest}`)}\n  </head>`)
        },
      },
    },
  ]
}

function namedIn(texts: readonly string[]): (name: string) => boolean {
  const named = new Set(texts.flatMap((text) => text.split(/[\s"'`\\${}]+/u)))
  return (name) => named.has(name)
}

function linksTo(first: string, rest: string): string {
  return [
    `  <link rel="stylesheet" crossorigin href="${first}">`,
    `    <link rel="more-styles" as="style" crossorigin href="${rest}" data-more>`,
  ].join('\n')
}

function textOf(asset: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (asset?.type !== 'asset') throw new Error('a stylesheet and a page are assets')
  return typeof asset.source === 'string' ? asset.source : new TextDecoder().decode(asset.source)
}
