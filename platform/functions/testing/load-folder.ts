/** `node load-folder.ts <folder> <name>…`: loads functions one after the other in a process of their own, as a server does; says why one did not start, a line for each. */
import { argv, exit, stdout } from 'node:process'

import { createLoader } from '../src/load-function.ts'

const [folder = '', ...names] = argv.slice(2)
const load = createLoader(folder, () => {})
for (const name of names)
  await load(name).catch(({ message, cause }: Error) =>
    stdout.write(`${name}: ${cause instanceof Error ? cause.message : message}\n`),
  )
// What a function began for itself when it was loaded.
exit()
