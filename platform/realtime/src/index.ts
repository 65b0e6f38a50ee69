/** @platform/realtime: the wire realtime/v1. */
export { realtimeMigrations } from './migrations.ts'
