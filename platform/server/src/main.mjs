/**
 * `npm start`. Compiled code is kept between starts: it halves the time to load everything. The bundle is taken where it
 * says what the sources say, and never with `--sources`, so that `npm run dev` sees which files to watch.
 * NOTE: not TypeScript, or Node would load what takes types out (12 MB) for this one file, before there is anything kept.
 */

import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { bundledStart, isBundleCurrent } from '../bundle.mjs'

const root = join(import.meta.dirname, '..', '..', '..')
enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'))
const isBundled = !process.argv.includes('--sources') && isBundleCurrent(root)
const { start } = await import(isBundled ? pathToFileURL(join(root, bundledStart)).href : './start/start.ts')
await start(root)
flushCompileCache()
