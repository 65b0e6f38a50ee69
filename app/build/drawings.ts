/** Every drawing of the engine as a file of its own, for sketches on the device: a picture needs one to four of them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Plugin } from 'vite'

export function drawings(folder: string): Plugin {
  const files = readdirSync(folder).toSorted()
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  const version = createHash('sha256').update(texts.join('')).digest('hex').slice(0, 8)
  return {
    name: 'drawings',
    config: () => ({ define: { DRAWINGS: JSON.stringify({ folder: '/assets/drawings/', version }) } }),
    generateBundle() {
      for (const [id, drawing] of texts.flatMap((text) => Object.entries(JSON.parse(text) as object)))
        this.emitFile({
          type: 'asset',
          fileName: `assets/drawings/${id}-${version}.json`,
          source: JSON.stringify(drawing),
        })
    },
  }
}
