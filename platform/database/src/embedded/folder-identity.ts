/** Which folder something is, whatever path leads to it: a bind mount and a link are the same device and inode. */
import { stat } from 'node:fs/promises'

/** @throws when nothing is there, or it may not be looked at */
export async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true })
  return `${dev}:${ino}`
}
