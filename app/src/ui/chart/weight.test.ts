/** Our own charts are here because they are small: what a library would weigh is what they may not become. */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'

/** In bytes, gzip: all four kinds of chart with their words, without React and what every screen has. */
const budget = 6000

test('the charts stay within their budget', async () => {
  const folder = fileURLToPath(new URL('./', import.meta.url))
  const kinds = ['LineChart.tsx', 'BarList.tsx', 'HeatGrid.tsx', 'ChartFigure.tsx'].map((file) => `${folder}${file}`)
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      minify: true,
      rolldownOptions: {
        input: kinds,
        external: (id: string) => !id.startsWith('.') && !id.startsWith(folder),
        output: { format: 'es' },
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rolldown.RolldownOutput
  const code = built.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n')
  expect(built.output.length).toBeGreaterThanOrEqual(kinds.length)
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(budget)
})
