/** `node lite-process.ts`: @supabase/lite on PostgreSQL, served as its documentation says for Node. */

interface Lite {
  readonly App: new (options: Record<string, unknown>) => {
    fetch(request: Request, context: object): Promise<Response>
  }
}
interface LitePostgres {
  createPostgresConnection(options: Record<string, unknown>): unknown
}
interface NodeServer {
  serve(options: {
    port: number
    hostname: string
    fetch(request: Request, env: { incoming: { socket: { remoteAddress?: string } } }): Promise<Response>
  }): unknown
}

const { PORT = '', PG_SOCKET = '', PG_DATABASE = '', PUBLISHABLE_KEY = '', JWT_SECRET = '' } = process.env
const [{ App }, { createPostgresConnection }, { serve }] = await Promise.all([
  peer<Lite>('@supabase/lite'),
  peer<LitePostgres>('@supabase/lite/postgres'),
  peer<NodeServer>('@hono/node-server'),
])
const connection = createPostgresConnection({
  url: `postgres://postgres@localhost/${PG_DATABASE}`,
  postgresOptions: { path: PG_SOCKET },
})
const app = new App({
  connection,
  auth: { enabled: true, publishable_key: PUBLISHABLE_KEY, jwt_secret: JWT_SECRET },
})
serve({
  port: Number(PORT),
  hostname: '127.0.0.1',
  fetch: (request, { incoming }) => app.fetch(request, { peerAddress: incoming.socket.remoteAddress ?? null }),
})

/** Peers are installed by `npm run bench` only, so that nothing here may need their types. */
async function peer<Shape>(name: string): Promise<Shape> {
  return (await import(name)) as Shape
}
