/** `npm run database:move -- postgres://…`: every row of the built-in PostgreSQL into another one. The server must be stopped. */
import { moveDatabase } from '@platform/server'

import { asCommand, ownConfig } from './backup-command.ts'

const url = process.argv[2]
await asCommand(async () => {
  if (url === undefined)
    throw new Error('Say where to: npm run database:move -- postgres://user:password@host/database')
  const counts = await moveDatabase(ownConfig(), url)
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
  console.log(`${rows} rows of ${counts.size} tables. Set DATABASE_URL to that address and start the server.`)
})
