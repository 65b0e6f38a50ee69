/** The password hash without any of the rest, on as many threads as sign-ins may use. */
import type { Contender, Figures } from '../support/compare.ts'
import { inBench, outputOf } from '../support/processes.ts'

export const hashAlone: Contender = async (connections, seconds) => {
  const args = [inBench('peers/hash-process.ts'), String(seconds), String(connections)]
  return JSON.parse(await outputOf(process.execPath, args)) as Figures
}
