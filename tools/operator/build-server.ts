/**
 * The server's own modules as few files (`platform/server/dist`): linking six hundred small ones took a third of a start
 * (decision 0079). Packages stay where they are, and so does what is loaded by its path: functions, workers, SQL.
 */
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

import { build, type Plugin } from 'rolldown'

import { bundledSources, bundleFolder } from '../../platform/server/bundle.mjs'
import { root } from '../run-command.ts'

const begun = new Date()
const folder = join(root, bundleFolder)
await rm(folder, { recursive: true, force: true })
const { output } = await build({
  cwd: root,
  platform: 'node',
  input: join(root, 'platform', 'server', 'src', 'start', 'start.ts'),
  external: (id) => !/^(?:[./]|\0|@platform\/)/.test(id),
  plugins: [keepPlaces()],
  output: { dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
})
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
const sources = modules.filter((id) => !id.startsWith('\0')).map((id) => relative(root, id))
await mkdir(folder, { recursive: true })
await writeFile(join(root, bundledSources), sources.toSorted().join('\n'))
await utimes(join(root, bundledSources), begun, begun)

/** A module finds what lies beside it from where it lay itself. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!code.includes('import.meta.')) return null
      return code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
    },
  }
}
