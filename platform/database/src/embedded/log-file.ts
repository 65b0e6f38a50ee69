import { copyFile, open, stat, truncate, type FileHandle } from 'node:fs/promises'

const LARGEST = 10 * 1024 * 1024

/** What PostgreSQL says about itself: one file, and the one before it. */
export class LogFile {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** To append to, for a process that inherits it. */
  async open(): Promise<FileHandle> {
    await this.rotate()
    return open(this.#path, 'a', 0o600)
  }

  async size(): Promise<number> {
    return (await stat(this.#path).catch(() => null))?.size ?? 0
  }

  async readFrom(start: number): Promise<string> {
    await using file = await open(this.#path, 'r')
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64 * 1024), position: start })
    return buffer.toString('utf8', 0, bytesRead)
  }

  /** In place: the process that writes goes on at the new end. */
  async rotate(): Promise<void> {
    if ((await this.size()) < LARGEST) return
    await copyFile(this.#path, `${this.#path}.1`)
    await truncate(this.#path)
  }
}
