/** A relay in a process of its own, to be killed: `node relay-process.ts '{"databaseUrl":…}'`; says `active` when it reads. */
import { openDatabases } from '@platform/database'

import { openRelay } from '../src/wire.ts'

const { databaseUrl, redisUrl } = JSON.parse(process.argv[2] ?? '') as { databaseUrl: string; redisUrl: string }
const databases = await openDatabases(
  { kind: 'postgres', url: databaseUrl, pools: { gateway: 1, system: 2 } },
  () => {},
)
await openRelay({
  databases,
  redis: { url: redisUrl, prefix: 'test:' },
  observe: ({ kind }) => {
    if (kind === 'realtime.relay-began') process.stdout.write('active\n')
  },
})
process.stdout.write('waits\n')
