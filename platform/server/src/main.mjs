/**
 * `npm start`. Compiled code is kept between starts: it halves the time to load everything.
 * NOTE: not TypeScript, or Node would load what takes types out (12 MB) for this one file, before there is anything kept.
 */

import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')
enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'))
const { start } = await import('./start/start.ts')
await start(root)
flushCompileCache()
