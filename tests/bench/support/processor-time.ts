/** Time that processes spent on a processor: the figure that a busy machine changes least. */
import { readdir, readFile } from 'node:fs/promises'

const ticksPerSecond = 100

/** Milliseconds of the process since its start, its threads included. */
export async function processorTime(pid: number): Promise<number> {
  const { own } = await timesOf(pid)
  return own
}

/** The same with its children, those that ended included. */
export async function familyTime(pid: number): Promise<number> {
  const { own, ended } = await timesOf(pid)
  const living = await Promise.all((await childrenOf(pid)).map((child) => processorTime(child).catch(() => 0)))
  return living.reduce((sum, time) => sum + time, own + ended)
}

/** The same of its first thread alone, to the microsecond: what one backend of PostgreSQL spends. */
export async function backendTime(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
}

async function timesOf(pid: number): Promise<{ own: number; ended: number }> {
  // The name, in brackets, may hold blanks.
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ')
  const sum = (first: number) => ((Number(fields[first]) + Number(fields[first + 1])) / ticksPerSecond) * 1000
  return { own: sum(11), ended: sum(13) }
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
