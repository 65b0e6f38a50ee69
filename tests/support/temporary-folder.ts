import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const GIBIBYTE = 1024 ** 3
/** What two workers with a system each may need at their worst. */
const ROOM = 6 * GIBIBYTE
const memoryDisk = '/dev/shm'
const name = 'cortexia-tests-'

/**
 * Temporary files of a test run: in memory where there is room, since making and removing thousands of database files
 * on a disk takes more of the processor than the tests themselves. Workers and what they start inherit `TMPDIR`.
 */
export default async function provideTemporaryFolder(): Promise<() => Promise<void>> {
  const place = (await hasRoom()) ? memoryDisk : tmpdir()
  await removeLeftovers(place)
  const folder = await mkdtemp(join(place, `${name}${process.pid}-`))
  process.env['TMPDIR'] = folder
  return () => rm(folder, { recursive: true, force: true })
}

async function hasRoom(): Promise<boolean> {
  const free = await statfs(memoryDisk).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free >= ROOM && process.availableMemory() >= 2 * ROOM
}

/** Of runs that were killed: memory is too dear to be left to them. */
async function removeLeftovers(place: string): Promise<void> {
  for (const entry of await readdir(place)) {
    const run = new RegExp(`^${name}(\\d+)-`, 'u').exec(entry)?.[1]
    if (run !== undefined && !isRunning(Number(run))) await rm(join(place, entry), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
