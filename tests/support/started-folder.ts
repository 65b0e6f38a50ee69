import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the folder in which a test run keeps a system that has been started once: workers inherit it. */
export const startedFolderSetting = 'TEST_STARTED_FOLDER'

export default async function provideStartedFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'started-'))
  process.env[startedFolderSetting] = folder
  return () => rm(folder, { recursive: true, force: true })
}
