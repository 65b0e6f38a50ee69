/** A line to a server that can be cut, go silent and be mended. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Line extends AsyncDisposable {
  readonly url: string
  /** Connections break, and no new ones come about. */
  cut(): void
  /** Whatever is sent arrives nowhere, and nothing comes back. */
  hush(): void
  mend(): void
}

export async function openLine(to: string): Promise<Line> {
  const { port, hostname } = new URL(to)
  let state: 'whole' | 'cut' | 'silent' = 'whole'
  const ends = new Set<Socket>()
  const breakAll = () => ends.forEach((end) => end.destroy())
  const server = createServer((near) => {
    ends.add(near)
    near.on('error', () => {})
    if (state === 'cut') return near.destroy()
    if (state === 'silent') return near.resume()
    const far = connect(Number(port), hostname)
    ends.add(far)
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    return near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      state = 'cut'
      breakAll()
    },
    hush: () => {
      state = 'silent'
      for (const end of ends) end.unpipe().resume()
    },
    mend: () => {
      state = 'whole'
      breakAll()
    },
    [Symbol.asyncDispose]: async () => {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
