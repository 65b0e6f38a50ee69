/** A TCP balancer as it stands before several nodes: takes turns, and passes over whoever does not answer. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Balancer extends AsyncDisposable {
  readonly origin: string
}

export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const ports = origins.map((origin) => Number(new URL(origin).port))
  const clients = new Set<Socket>()
  let turn = 0
  const bring = async (client: Socket): Promise<void> => {
    for (let tries = ports.length; tries > 0; tries -= 1) {
      turn += 1
      const node = await connected(ports[turn % ports.length] ?? 0)
      if (node !== null) return joinEnds(client, node)
    }
    client.destroy()
  }
  const server = createServer({ noDelay: true }, (client) => {
    clients.add(client)
    client.on('error', () => {}).on('close', () => clients.delete(client))
    void bring(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const client of clients) client.destroy()
      await closed
    },
  }
}

/** Null where nobody listens. */
async function connected(port: number): Promise<Socket | null> {
  const node = connect({ port, host: '127.0.0.1', noDelay: true })
  return once(node, 'connect').then(
    () => node,
    () => null,
  )
}

/** When one end goes, so does the other. */
function joinEnds(client: Socket, node: Socket): void {
  node.on('error', () => {}).on('close', () => client.destroy())
  client.on('close', () => node.destroy())
  client.pipe(node)
  node.pipe(client)
  if (client.destroyed) node.destroy()
}
