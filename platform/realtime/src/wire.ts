/** @platform/realtime/wire: realtime/v1. Apart, so that who needs settings or migrations does not load sockets and the log. */
export { memoryBus } from './bus/memory.ts'
export { postgresBus } from './bus/postgres.ts'
export { redisBus } from './bus/redis.ts'
export { openRelay } from './changes/relay/relay.ts'
export { createRealtime } from './plugin.ts'
