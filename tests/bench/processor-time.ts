/** Time that processes spent on a processor: the figure that a busy machine changes least. */
import { readdir, readFile } from 'node:fs/promises'

const ticksPerSecond = 100

/** Milliseconds of the process since its start; of its children as well where asked. */
export async function processorTime(pid: number): Promise<number> {
  // The name, in brackets, may hold blanks.
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
}

export async function childrenOf(pid: number): Promise<number[]> {
  const folders = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    folders.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
      return { pid: Number(name), parent: Number(stat.replace(/^.*\) /s, '').split(' ')[1]) }
    }),
  )
  return parents.filter(({ parent }) => parent === pid).map(({ pid }) => pid)
}
