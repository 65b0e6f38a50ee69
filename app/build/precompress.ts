import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|json|webmanifest|txt)$/
const smallest = 1024

/** Puts a .br and a .gz beside every text asset; index.html is left out because the server writes into it. */
export function precompress(folder: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compress(join(folder, file))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < smallest) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
