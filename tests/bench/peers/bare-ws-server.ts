/** What a websocket server costs at least: `ws` alone, one prepared frame written to everybody but the sender. */
import { createRequire } from 'node:module'

import { WebSocketServer, type WebSocket } from 'ws'

import { payloadBytes } from '../realtime/swarm.ts'

type Framer = { frame(data: Buffer, options: object): Buffer[] }

// NOTE: the library exports what frames, its types do not.
const { Sender } = createRequire(import.meta.url)('ws') as { Sender: Framer }
const options = { fin: true, rsv1: false, opcode: 2, mask: false, readOnly: false }
const prepared = Buffer.concat(Sender.frame(Buffer.alloc(payloadBytes, 'x'), options))

const server = new WebSocketServer({ port: Number(process.argv[2]), host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    if (data.length < payloadBytes) socket.send('ok')
    else
      for (const other of server.clients) {
        // What the library itself writes to, so that the frame is made once.
        // oxlint-disable-next-line no-underscore-dangle -- the name is the library's
        if (other !== socket) (other as WebSocket & { _socket: NodeJS.WritableStream })._socket.write(prepared)
      }
  })
})
