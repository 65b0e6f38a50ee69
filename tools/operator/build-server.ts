/**
 * The server's own modules as few files (`platform/server/dist`): linking six hundred small ones took a third of a start
 * (decision 0079). Packages stay where they are, and so does what is loaded by its path: functions, workers, SQL.
 */
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'

import { build, type Plugin } from 'rolldown'

import { bundledSources, bundledStart, bundleFolder } from '../../platform/server/bundle.mjs'
import { root } from '../run-command.ts'

/** Of a build before this one: a server that runs since then loads a file of its own when it needs it first. */
const keptMs = 7 * 86_400_000

const begun = new Date()
const folder = join(root, bundleFolder)
// Gone first: nobody takes a bundle for whole while it is being written.
await rm(join(root, bundledSources), { force: true })
const { output } = await build({
  cwd: root,
  platform: 'node',
  input: join(root, 'platform', 'server', 'src', 'start', 'start.ts'),
  external: (id) => !/^(?:[./]|\0|@platform\/)/.test(id),
  plugins: [keepPlaces()],
  // All in one folder: what lies elsewhere is found from there.
  output: { dir: folder, format: 'esm', entryFileNames: basename(bundledStart), chunkFileNames: '[name]-[hash].js' },
})
await forgetOthersThan(new Set(output.map(({ fileName }) => fileName)))
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
const sources = modules.filter((id) => !id.startsWith('\0')).map((id) => relative(root, id))
await writeFile(join(root, bundledSources), sources.toSorted().join('\n'))
await utimes(join(root, bundledSources), begun, begun)

async function forgetOthersThan(written: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const isOld = (await stat(file)).mtimeMs < begun.getTime() - keptMs
    if (isOld && !written.has(name)) await rm(file, { recursive: true })
  }
}

/** A module finds what lies beside it from where it lay itself; said from the bundle, so that the whole may be moved. */
function keepPlaces(): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!code.includes('import.meta.')) return null
      const [file, place] = [id, dirname(id)].map((path) => JSON.stringify(relative(folder, path)))
      return code
        .replaceAll('import.meta.url', `new URL(${file}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + "/" + ${place})`)
    },
  }
}
