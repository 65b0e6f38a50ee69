export type { RestConfig, RestLimits, RestOverrides } from './config.ts'
export type { RestEvent } from './events.ts'
export { restPlugin, type RestOptions } from './plugin.ts'
